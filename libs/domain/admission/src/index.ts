export { admit, type AdmissionInput } from './admit.js';
export { permissionDenied } from './permission.js';
export { coversScope, missingScopes } from './scopes.js';
