import {
  canonicalJson,
  commitmentOf,
  encodeBase64Url,
  hashState,
  type JsonObject,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { TopicTerms } from '../judge/topic-terms.ts';
import type { AnyMode } from '../mode/mode.ts';
import { findMode } from '../registry/registry.ts';
import {
  contextOf,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
} from '../testing/alphabet/inputs.ts';
import { rechained, TestLedger } from '../testing/topics/ledger.ts';
import { eraseEntry } from './erase-entry.ts';
import { ReplayError, type ReplayState, replayEntry } from './replay-topic.ts';

/** A short conversation: two turns, a silent speaker, a message that came too late, one that does not parse. */
function conversation(): TestLedger {
  const mode = findMode('turn_queue', 1) as AnyMode;
  const parsed = mode.parseRules({ turn_ttl_seconds: 30 });
  const ledger = new TestLedger(
    mode,
    terms('turn_queue', 'rules' in parsed ? parsed.rules : {}),
    contextOf(0),
  );
  const request = (seconds: number, agentId: string, number: number, fields: JsonObject) =>
    ledger.judge(
      rawInput(requestDocument(agentId, `r00000${number}`, fields), true),
      contextOf(seconds, agentId),
    );
  request(1, 'ada', 1, { type: 'queue_join' });
  request(2, 'bo', 1, { type: 'queue_join' });
  ledger.judge(rawInput(messageDocument('ada', 'turn_000001_0001'), true), contextOf(3, 'ada'));
  request(4, 'ada', 2, { type: 'turn_done', payload: { turn_id: 'turn_000001' } });
  ledger.judge(platformInput('deadline', {}), contextOf(34));
  ledger.judge(rawInput(messageDocument('bo', 'turn_000002_0001'), true), contextOf(35, 'bo'));
  const object_key = 'topics/t1/requests/bo/r000002.json';
  ledger.judge({ type: 'request', object_key, bytes: Uint8Array.from([0xff]) }, contextOf(36, 'bo'));
  return ledger;
}

function replay(entries: readonly TopicLedgerEntry[]): ReplayState | undefined {
  return entries.reduce<ReplayState | undefined>((before, entry) => replayEntry(before, entry), undefined);
}

function errorOf(entries: readonly TopicLedgerEntry[]): string {
  try {
    replay(entries);
    return 'replayed';
  } catch (error) {
    expect(error).toBeInstanceOf(ReplayError);
    const { code, sequence } = error as ReplayError;
    return `${code} at ${sequence}`;
  }
}

/** The ledger of a platform that changed one entry and chained everything anew. */
function rewritten(index: number, change: (entry: TopicLedgerEntry) => void): TopicLedgerEntry[] {
  const entries = structuredClone(conversation().entries);
  const entry = entries[index];
  if (!entry) throw new Error('no such entry');
  change(entry);
  return rechained(entries);
}

function restated(change: (terms: JsonObject) => void): TopicTerms {
  const changed = structuredClone(conversation().terms);
  change(changed as unknown as JsonObject);
  return changed;
}

describe('a replay', () => {
  it('a ledger replays offline to the same bytes', () => {
    const ledger = conversation();
    const end = replay(ledger.entries);
    expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(ledger.state));
    expect(ledger.entries.map(({ header }) => header.verdict.reason ?? header.verdict.outcome)).toEqual([
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'turn_over',
      'malformed_json',
    ]);
  });

  it('a verdict that the rules do not give is found, however well it is chained', () => {
    const changed = rewritten(6, ({ header }) => Object.assign(header, { verdict: { outcome: 'accepted' } }));
    expect(errorOf(changed)).toBe('verdict_differs at 7');
    const other = rewritten(3, ({ header }) =>
      Object.assign(header.verdict, { outcome: 'rejected', reason: 'too_late' }),
    );
    expect(errorOf(other)).toBe('verdict_differs at 4');
    const gloss = rewritten(6, ({ header }) => Object.assign(header.verdict, { explanation: 'as agreed' }));
    expect(errorOf(gloss)).toBe('verdict_differs at 7');
  });

  it('a state that the inputs do not lead to is found', () => {
    const state_sha256 = hashState({ status: 'closed' });
    expect(errorOf(rewritten(3, ({ header }) => Object.assign(header, { state_sha256 })))).toBe(
      'state_differs at 4',
    );
    expect(errorOf(rewritten(0, ({ header }) => Object.assign(header, { state_sha256 })))).toBe(
      'state_differs at 1',
    );
  });

  it('a body changed after the fact is found', () => {
    const entries = structuredClone(conversation().entries);
    const body = entries[3]?.body;
    if (body) body.text = body.text.replace('你好', '再见');
    expect(errorOf(entries)).toBe('broken_chain at 4');
  });

  it('an entry left out, or two in each other’s place, is found, however well it is chained', () => {
    const { entries } = conversation();
    const without = (index: number) => entries.filter((_, at) => at !== index);
    expect(errorOf(without(2))).toBe('broken_chain at 4');
    // Chained anew, what comes after no longer follows: bo never joined, so ada's turn_done leads elsewhere.
    expect(errorOf(rechained(without(2)))).toBe('state_differs at 3');
    const swapped = [...entries];
    [swapped[1], swapped[2]] = [entries[2], entries[1]] as [TopicLedgerEntry, TopicLedgerEntry];
    expect(errorOf(swapped)).toBe('broken_chain at 3');
    expect(errorOf(rechained(swapped))).toBe('state_differs at 2');
  });

  it('a ledger that begins in the middle does not replay', () => {
    expect(errorOf(conversation().entries.slice(1))).toBe('broken_chain at 2');
    expect(errorOf(rechained(conversation().entries.slice(1)))).toMatch(/^bad_(start|context) at 1$/);
  });

  it.each<[string, string, (terms: JsonObject) => void]>([
    [
      'other rules, which show when the first turn begins',
      'state_differs at 2',
      (all) => Object.assign(all.rules as object, { turn_ttl_seconds: 31 }),
    ],
    [
      'a rule its mode does not have',
      'bad_start at 1',
      (all) => Object.assign(all.rules as object, { x: 1 }),
    ],
    ['rules that leave a default out', 'bad_start at 1', (all) => Object.assign(all, { rules: {} })],
    ['another topic', 'bad_start at 1', (all) => Object.assign(all, { topic_id: 't2' })],
    ['another mode', 'bad_start at 1', (all) => Object.assign(all, { mode: 'freeform' })],
    [
      'a mode this build does not know',
      'unknown_mode at 1',
      (all) => Object.assign(all, { mode: 'drum_circle' }),
    ],
    [
      'a version this build does not know',
      'unknown_mode at 1',
      (all) => Object.assign(all, { mode_version: 2 }),
    ],
  ])('terms with %s are found', (_, expected, change) => {
    const { mode, entries } = conversation();
    const first = new TestLedger(mode, restated(change), contextOf(0)).entries[0] as TopicLedgerEntry;
    const found = errorOf(
      rechained([
        { ...first, topic_id: 't1', header: { ...first.header, topic_id: 't1' } },
        ...entries.slice(1),
      ]),
    );
    expect(found).toBe(expected);
  });

  it('a first entry without terms, or with half of them, is found', () => {
    const text = '{"action":"start"';
    const salt = new Uint8Array(32);
    const half = rewritten(0, (entry) => {
      entry.body = { salt: encodeBase64Url(salt), text };
      entry.header.input.commitment = commitmentOf(salt, new TextEncoder().encode(text));
    });
    expect(errorOf(half)).toBe('bad_start at 1');
    expect(errorOf(rewritten(0, (entry) => delete entry.body))).toBe('bad_start at 1');
  });

  it.each<[string, JsonObject]>([
    ['no time', { now: 'yesterday' }],
    ['half an author', { author: { agent_id: 'ada' } }],
    ['facts this build does not know', { phase_of_the_moon: 'full' }],
    ['another author than the header', { author: { ...contextOf(0, 'bo').author } as never }],
  ])('a context with %s is found', (_, fields) => {
    expect(errorOf(rewritten(3, ({ header }) => Object.assign(header.context, fields)))).toBe(
      'bad_context at 4',
    );
  });

  it('the body of a refused input may be erased, that of an accepted one is missed', () => {
    expect(errorOf(rewritten(6, (entry) => delete entry.body))).toBe('replayed');
    expect(errorOf(rewritten(3, (entry) => delete entry.body))).toBe('state_differs at 4');
  });
});

describe('a replay over erased bodies', () => {
  /** As the platform erases: header and chain as they were, the body replaced by where it led. */
  function erased(entries: readonly TopicLedgerEntry[], ...sequences: number[]): TopicLedgerEntry[] {
    let before: ReplayState | undefined;
    return entries.map((entry) => {
      const after = replayEntry(before, entry);
      const around = before && { before, after };
      before = after;
      const isErased = sequences.includes(entry.sequence);
      return isErased
        ? (eraseEntry(entry, around, '2026-11-22T00:00:00Z') as unknown as TopicLedgerEntry)
        : entry;
    });
  }
  const forged = (index: number, fields: JsonObject): TopicLedgerEntry[] => {
    const entries = erased(conversation().entries, index + 1);
    const entry = entries[index];
    if (!entry) throw new Error('no such entry');
    entries[index] = { ...entry, erased: { ...entry.erased, ...fields } as never };
    return entries;
  };

  it('erased bodies are gaps that a replay goes on from to the same state', () => {
    const ledger = conversation();
    const end = replay(erased(ledger.entries, 2, 4, 7));
    expect(end?.gaps).toEqual([2, 4, 7]);
    expect(canonicalJson(end?.state ?? {})).toBe(canonicalJson(ledger.state));
    expect(replay(ledger.entries)?.gaps).toEqual([]);
  });

  it('all that agents said can be erased at once, and again', () => {
    const ledger = conversation();
    const all = ledger.entries.filter(({ header }) => header.input.agent_id).map(({ sequence }) => sequence);
    const once = erased(ledger.entries, ...all);
    expect(JSON.stringify(once.map(({ body }) => body))).not.toContain('你好');
    expect(canonicalJson(replay(once)?.state ?? {})).toBe(canonicalJson(ledger.state));
    expect(errorOf(erased(once, ...all))).toBe('replayed');
  });

  it('a gap with another state than the chain names is found', () => {
    expect(errorOf(forged(3, { state: conversation().state }))).toBe('state_differs at 4');
    expect(errorOf(forged(3, { state: { status: 'open' } }))).toBe('state_differs at 4');
  });

  it('a gap chained anew to what is no state of its mode is found', () => {
    const state = { status: 'open' };
    const entries = forged(3, { state });
    const entry = entries[3] as TopicLedgerEntry;
    entries[3] = { ...entry, header: { ...entry.header, state_sha256: hashState(state) } };
    expect(errorOf(rechained(entries))).toBe('state_differs at 4');
  });

  it('a refusal that is erased must not have changed anything', () => {
    const { state } = conversation();
    const entries = forged(6, { state: { ...state, status: 'closed' } });
    const entry = entries[6] as TopicLedgerEntry;
    const state_sha256 = hashState({ ...state, status: 'closed' });
    entries[6] = { ...entry, header: { ...entry.header, state_sha256 } };
    expect(errorOf(rechained(entries))).toBe('state_differs at 7');
  });

  it('what the platform itself put in cannot be erased', () => {
    expect(errorOf(erased(conversation().entries, 6))).toBe('state_differs at 6');
    expect(errorOf(erased(conversation().entries, 1))).toBe('bad_start at 1');
  });

  it('an entry that still has its body is judged, whatever an erasure beside it claims', () => {
    const state = { ...conversation().state, status: 'closed' };
    const changed = rewritten(3, (entry) => {
      entry.erased = { at: '2026-11-22T00:00:00Z', state } as never;
      entry.header.state_sha256 = hashState(state);
    });
    expect(errorOf(changed)).toBe('state_differs at 4');
  });
});
