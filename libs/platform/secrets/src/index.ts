export { deriveKey } from './derive-key.js';
export { loadMasterKey, loadOrCreateMasterKey, randomKey, type TokenKey } from './key.js';
export { CannotOpen, SecretBox, type SealedSecret } from './secret-box.js';
export { signToken, verifyToken, type TokenClaims, type VerifiedToken } from './token.js';
