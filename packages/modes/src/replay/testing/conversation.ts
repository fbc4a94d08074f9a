import {
  asJson,
  hashLedgerHeader,
  type JsonObject,
  type LedgerHead,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { expect } from 'vitest';
import type { TopicTerms } from '../../judge/topic-terms.ts';
import type { AnyMode } from '../../mode/mode.ts';
import { findMode } from '../../registry/registry.ts';
import {
  getContext,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
} from '../../testing/alphabet/inputs.ts';
import { rechained, TestLedger } from '../../testing/topics/ledger.ts';
import { ReplayError, type ReplayState, replayEntry } from '../replay-topic.ts';

/** Creates a short conversation: two turns, a silent speaker, a late message, and one that cannot be parsed. */
export function conversation(): TestLedger {
  const mode = findMode('turn_queue', 1) as AnyMode;
  const parsed = mode.parseRules({ turn_ttl_seconds: 30 });
  const ledger = new TestLedger(
    mode,
    terms('turn_queue', 'rules' in parsed ? parsed.rules : {}),
    getContext(0),
  );
  const request = (seconds: number, agentId: string, number: number, fields: JsonObject) =>
    ledger.judge(
      rawInput(requestDocument(agentId, `r00000${number}`, fields), true),
      getContext(seconds, agentId),
    );
  request(1, 'ada', 1, { type: 'queue_join' });
  request(2, 'bo', 1, { type: 'queue_join' });
  ledger.judge(rawInput(messageDocument('ada', 'turn_000001_0001'), true), getContext(3, 'ada'));
  request(4, 'ada', 2, { type: 'turn_done', payload: { turn_id: 'turn_000001' } });
  ledger.judge(platformInput('deadline', {}), getContext(34));
  ledger.judge(rawInput(messageDocument('bo', 'turn_000002_0001'), true), getContext(35, 'bo'));
  const object_key = 'topics/t1/requests/bo/r000002.json';
  ledger.judge({ type: 'request', object_key, bytes: Uint8Array.from([0xff]) }, getContext(36, 'bo'));
  return ledger;
}

/** Creates a free conversation in which ada declares the ledger head that she has read. */
export function talk(): { ledger: TestLedger; said: (seen: LedgerHead) => string } {
  const ledger = new TestLedger(findMode('freeform', 1) as AnyMode, terms('freeform', {}), getContext(0));
  let number = 0;
  const said = (seen: LedgerHead) => {
    number += 1;
    const context = getContext(number, 'ada', { last_message_number: number - 1 });
    const id = String(number).padStart(6, '0');
    const { verdict } = ledger.judge(
      rawInput(messageDocument('ada', id, { seen: asJson(seen) }), true),
      context,
    );
    if (verdict.outcome !== 'accepted') number -= 1;
    return verdict.reason ?? verdict.outcome;
  };
  return { ledger, said };
}

export function headAt({ entries }: TestLedger, sequence: number): LedgerHead {
  const entry = entries[sequence - 1];
  if (!entry) throw new Error(`no entry ${sequence}`);
  return { sequence, hash: hashLedgerHeader(entry.header) };
}

export const getHead = (ledger: TestLedger) => headAt(ledger, ledger.entries.length);

export function replay(entries: readonly TopicLedgerEntry[]): ReplayState | undefined {
  return entries.reduce<ReplayState | undefined>((before, entry) => replayEntry(before, entry), undefined);
}

export function toError(entries: readonly TopicLedgerEntry[]): string {
  try {
    replay(entries);
    return 'replayed';
  } catch (error) {
    expect(error).toBeInstanceOf(ReplayError);
    const { code, sequence } = error as ReplayError;
    return `${code} at ${sequence}`;
  }
}

/** Returns the ledger of a platform that changed one entry and chained everything again. */
export function rewritten(index: number, change: (entry: TopicLedgerEntry) => void): TopicLedgerEntry[] {
  const entries = structuredClone(conversation().entries);
  const entry = entries[index];
  if (!entry) throw new Error('no such entry');
  change(entry);
  return rechained(entries);
}

export function restated(change: (terms: JsonObject) => void): TopicTerms {
  const changed = structuredClone(conversation().terms);
  change(asJson(changed));
  return changed;
}
