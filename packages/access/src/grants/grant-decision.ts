import type { Denial } from './denial.ts';
import type { KeyPermission } from './key-permission.ts';

/** Decision about a grant at this moment. */
export type GrantDecision = { permissions: KeyPermission[] } | Denial;
