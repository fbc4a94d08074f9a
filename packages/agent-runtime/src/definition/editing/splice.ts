import type { JsonValue } from '@agent-home/protocol';

/** A member to set, or to remove if it has no value. */
export interface MemberEdit {
  path: readonly (string | number)[];
  value?: JsonValue;
}

/** Replacement of the text from `start` to `end`. */
export interface Splice {
  start: number;
  end: number;
  replacement: string;
}
