import type { CallContext } from '@turnpike/client';
import type { AdmittedCall } from './call.js';
import type { Outcome } from './outcome.js';

/** Does what a definition says; its input has been checked against that definition. */
export type Handler = (call: AdmittedCall, input: never) => Promise<Outcome>;
export type AnonymousHandler = (context: CallContext, input: never) => Promise<Outcome>;
