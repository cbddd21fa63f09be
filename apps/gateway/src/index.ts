export { Clients } from './clients.js';
export type { GatewaySettings } from './settings.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
