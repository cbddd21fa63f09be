export { InvalidServiceRequest } from './invalid-service-request.js';
export { ServiceErrors } from './service-errors.js';
export type { RunningService, ServiceKeys, ServiceOptions } from './service-options.js';
export { ServiceBody, ServiceRoute } from './service-route.js';
export { startNestService } from './start-nest-service.js';
