import type { JsonValue } from '@agent-home/protocol';

/** What the names in a rule stand for in one request. */
export type Values = Map<string, JsonValue>;
