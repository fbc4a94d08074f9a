import type { Denial } from './denial.ts';
import type { KeyPermission } from './key-permission.ts';

/** What a grant comes to at this moment. */
export type GrantDecision = { permissions: KeyPermission[] } | Denial;
