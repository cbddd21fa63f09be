export type { FirstOwnerAnswer, FirstOwnerWish } from './first-owner/first-owner.js';
export { migrations } from './migrations.js';
export { startRbac, type RunningRbac } from './start-rbac.js';
