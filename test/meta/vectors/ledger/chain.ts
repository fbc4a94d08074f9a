import {
  commitmentOf,
  encodeBase64Url,
  hashLedgerHeader,
  type JsonObject,
  type JsonValue,
  type LedgerHeader,
} from '@agent-home/protocol';

const encoder = new TextEncoder();
const salt = new Uint8Array(32).fill(9);

/** Returns entries 1 to `length` without certificates, chained, each with a body. */
export function chain(length: number): JsonObject[] {
  const entries: JsonObject[] = [];
  let previous: string | undefined;
  for (let sequence = 1; sequence <= length; sequence++) {
    const text = `{"text":"line ${sequence} ü"}`;
    const header: LedgerHeader = {
      topic_id: 't1',
      sequence,
      ...(previous === undefined ? {} : { previous }),
      input: { type: 'message', agent_id: 'ada', commitment: commitmentOf(salt, encoder.encode(text)) },
      context: { now: `2026-03-01T12:00:0${sequence}.000Z` },
      verdict: { outcome: 'accepted' },
      state_sha256: 'ab'.repeat(32),
    };
    previous = hashLedgerHeader(header);
    const body = { salt: encodeBase64Url(salt), text };
    entries.push({
      kind: 'topic_ledger_entry',
      schema_version: 1,
      topic_id: 't1',
      sequence,
      header: header as JsonObject,
      body,
    });
  }
  return entries;
}

/** An entry while it is being changed. */
export interface Changeable {
  header: { [name: string]: JsonValue };
  body?: JsonValue;
}

export function changedEntry(entry: JsonObject, change: (entry: Changeable) => unknown): JsonObject {
  const copy = structuredClone(entry);
  change(copy as unknown as Changeable);
  return copy;
}
