import { CompiledGrants } from './compiled-grants.js';
import { PERMISSION_NAMES } from './permissions.js';
import { ROLES } from './roles.js';

/** The grants of the built-in roles, compiled once. */
export const GRANTS = new CompiledGrants(PERMISSION_NAMES, ROLES);
