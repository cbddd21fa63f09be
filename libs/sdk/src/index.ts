export { TurnpikeClient, Unreachable, type Answered, type CallOptions, type ClientOptions } from './client.js';
export { requestOf, type RestRequest } from './request.js';
