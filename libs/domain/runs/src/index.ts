export { acceptsScheme, addCredential, describeScheme, schemeOf, type Credential } from './add-credential.js';
export { buildRequest } from './build-request.js';
export { checkCredential } from './check-credential.js';
export { hideSecret } from './hide-secret.js';
export { UnbuildableRequest, type OutgoingRequest } from './outgoing-request.js';
export { cutResult, renderStoredAnswer, type AnswerInput } from './render-answer.js';
export { decideCancel, decideLost, mayMove, MOST_CLAIMS, move, OVER } from './run-machine.js';
export { settleCall, type CallOutcome, type CallSettled, type Ending } from './settle-call.js';
export { fillWebUrl } from './web-url.js';
