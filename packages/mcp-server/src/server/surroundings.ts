import type { Membership } from '../membership/membership.ts';
import type { CallLimit } from './call-limit.ts';
import type { Gateway } from './gateway.ts';

/** Dependencies shared by all connections of one agent. */
export interface ServerSurroundings {
  membership: Membership;
  limit: CallLimit;
  version: string;
  /** Takes the place of the tools and resources. */
  gateway?: Gateway;
  /** Logs failures that the client must not see. */
  log(error: unknown): void;
}
