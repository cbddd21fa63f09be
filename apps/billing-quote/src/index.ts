export { migrations } from './migrations.js';
export { startBilling } from './start-billing.js';
