import { credentialLimits } from './credential-limits.ts';
import { directRequestLimits } from './direct-request-limits.ts';
import { judgingLimits } from './judging-limits.ts';
import type { Limit } from './limit.ts';
import { presenceLimits } from './presence-limits.ts';
import { processLimits } from './process-limits.ts';
import { quotaLimits } from './quota-limits.ts';
import { recordLimits, retentionLimits } from './retention-limits.ts';
import { runLimits } from './run-limits.ts';
import { specLimits } from './spec-limits.ts';

/** Limits that are fields of the platform's configuration itself. */
export const platformLimits = {
  ...credentialLimits,
  ...presenceLimits,
  ...judgingLimits,
  ...directRequestLimits,
  ...recordLimits,
  ...specLimits,
  ...runLimits,
};

/** Limits by concern, in the order in which they are explained. */
export const allLimits = {
  'Credentials, store and token service': credentialLimits,
  Presence: presenceLimits,
  'Inputs and checks': judgingLimits,
  'Direct requests': directRequestLimits,
  'Retention in the bucket': retentionLimits,
  'Retention in the database': recordLimits,
  'Mirrored runs': runLimits,
  Artifacts: quotaLimits,
  Specs: specLimits,
  Processes: processLimits,
} satisfies Record<string, Record<string, Limit>>;
