import type { Membership } from '../membership/membership.ts';
import type { CallLimit } from './call-limit.ts';

/** What all connections of one agent share. */
export interface ServerSurroundings {
  membership: Membership;
  limit: CallLimit;
  version: string;
  /** Gets what failed here and is nobody else's to read: never the client. */
  log(error: unknown): void;
}
