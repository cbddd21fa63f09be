export { firstOwner, reissueSignInCode } from './first-owner/first-owner.js';
export type { FirstOwner, FirstOwnerWish } from './first-owner/make-first-owner.js';
export { afterRestore } from './restored/after-restore.js';
export { migrations } from './migrations.js';
export { startRbac } from './start-rbac.js';
