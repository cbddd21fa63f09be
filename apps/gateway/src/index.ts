export { Clients } from './clients.js';
export type { GatewaySettings } from './settings.js';
export { openApiDocument } from './doors/rest/openapi-document.js';
export { startGateway, type GatewayOptions, type RunningGateway } from './start-gateway.js';
