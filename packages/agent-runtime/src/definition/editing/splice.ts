import type { JsonValue } from '@agent-home/protocol';

/** A member to set, or to take away where there is no value. */
export interface MemberEdit {
  path: readonly (string | number)[];
  value?: JsonValue;
}

/** What stands from `start` to `end` gives way to something else. */
export interface Splice {
  start: number;
  end: number;
  replacement: string;
}
