import type { JsonValue } from '@agent-home/protocol';

/** Values of the names in a rule for one request. */
export type Values = Map<string, JsonValue>;
