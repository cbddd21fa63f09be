export {
  createServiceClient,
  ServiceDefect,
  ServiceUnavailable,
  type CallContext,
  type PostToService,
  type ServiceClient,
} from './service-client.js';
