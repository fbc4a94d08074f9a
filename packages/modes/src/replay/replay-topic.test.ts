import {
  canonicalJson,
  commitmentOf,
  encodeBase64Url,
  hashState,
  type JsonObject,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { ModeContext } from '../mode/mode.ts';
import { getContext } from '../testing/alphabet/inputs.ts';
import { rechained, TestLedger } from '../testing/topics/ledger.ts';
import {
  conversation,
  getHead,
  headAt,
  replay,
  restated,
  rewritten,
  talk,
  toError,
} from './testing/conversation.ts';

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

  it('a replay finds a verdict against the rules', () => {
    const changed = rewritten(6, ({ header }) => Object.assign(header, { verdict: { outcome: 'accepted' } }));
    expect(toError(changed)).toBe('verdict_differs at 7');
    const other = rewritten(3, ({ header }) =>
      Object.assign(header.verdict, { outcome: 'rejected', reason: 'too_late' }),
    );
    expect(toError(other)).toBe('verdict_differs at 4');
    const gloss = rewritten(6, ({ header }) => Object.assign(header.verdict, { explanation: 'as agreed' }));
    expect(toError(gloss)).toBe('verdict_differs at 7');
  });

  it('a message with a contradicting seen claim is refused', () => {
    const { ledger, said } = talk();
    expect(said({ sequence: 0, hash: 'a'.repeat(64) })).toBe('accepted');
    expect(said(getHead(ledger))).toBe('accepted');
    expect(said({ ...getHead(ledger), hash: 'a'.repeat(64) })).toBe('wrong_seen');
    expect(said({ sequence: ledger.entries.length + 1, hash: 'a'.repeat(64) })).toBe('wrong_seen');
    const chains = ledger.entries.flatMap(({ header }) => (header.context as ModeContext).chain ?? []);
    expect(chains).toEqual([
      { sequence: 3, hash: headAt(ledger, 3).hash },
      { sequence: 5, hash: null },
    ]);
    expect(toError(ledger.entries)).toBe('replayed');
  });

  it('a platform’s false refusal of a seen claim is found', () => {
    const { ledger, said } = talk();
    const genuine = getHead(ledger);
    said({ ...genuine, hash: 'a'.repeat(64) });
    for (const hash of ['b'.repeat(64), null]) {
      const entries = structuredClone(ledger.entries);
      const last = entries.at(-1);
      if (last) Object.assign(last.header.context, { chain: { sequence: genuine.sequence, hash } });
      expect(toError(rechained(entries))).toBe(`bad_context at ${entries.length}`);
    }
    const { ledger: other, said: says } = talk();
    says(getHead(other));
    const refused = structuredClone(other.entries);
    const last = refused.at(-1);
    const chain = getHead(talk().ledger);
    if (last) Object.assign(last.header, { verdict: { outcome: 'rejected', reason: 'wrong_seen' } });
    if (last) Object.assign(last.header.context, { chain });
    expect(toError(rechained(refused))).toBe(`verdict_differs at ${refused.length}`);
  });

  it('a state that the inputs do not lead to is found', () => {
    const state_sha256 = hashState({ status: 'closed' });
    expect(toError(rewritten(3, ({ header }) => Object.assign(header, { state_sha256 })))).toBe(
      'state_differs at 4',
    );
    expect(toError(rewritten(0, ({ header }) => Object.assign(header, { state_sha256 })))).toBe(
      'state_differs at 1',
    );
  });

  it('a body changed after the fact is found', () => {
    const entries = structuredClone(conversation().entries);
    const body = entries[3]?.body;
    if (body) body.text = body.text.replace('你好', '再见');
    expect(toError(entries)).toBe('broken_chain at 4');
  });

  it('finds missing and swapped entries in any chain', () => {
    const { entries } = conversation();
    const without = (index: number) => entries.filter((_, at) => at !== index);
    expect(toError(without(2))).toBe('broken_chain at 4');
    // After chaining again, later entries no longer follow: bo never joined, so ada's turn_done has another effect.
    expect(toError(rechained(without(2)))).toBe('state_differs at 3');
    const swapped = [...entries];
    [swapped[1], swapped[2]] = [entries[2], entries[1]] as [TopicLedgerEntry, TopicLedgerEntry];
    expect(toError(swapped)).toBe('broken_chain at 3');
    expect(toError(rechained(swapped))).toBe('state_differs at 2');
  });

  it('a ledger that begins in the middle does not replay', () => {
    expect(toError(conversation().entries.slice(1))).toBe('broken_chain at 2');
    expect(toError(rechained(conversation().entries.slice(1)))).toMatch(/^bad_(start|context) at 1$/);
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
      (all) => Object.assign(all, { mode_version: 99 }),
    ],
  ])('terms with %s are found', (_, expected, change) => {
    const { mode, entries } = conversation();
    const first = new TestLedger(mode, restated(change), getContext(0)).entries[0] as TopicLedgerEntry;
    const found = toError(
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
    expect(toError(half)).toBe('bad_start at 1');
    expect(toError(rewritten(0, (entry) => delete entry.body))).toBe('bad_start at 1');
  });

  it.each<[string, JsonObject]>([
    ['no time', { now: 'yesterday' }],
    ['half an author', { author: { agent_id: 'ada' } }],
    ['facts this build does not know', { phase_of_the_moon: 'full' }],
    ['another author than the header', { author: { ...getContext(0, 'bo').author } as never }],
  ])('a context with %s is found', (_, fields) => {
    expect(toError(rewritten(3, ({ header }) => Object.assign(header.context, fields)))).toBe(
      'bad_context at 4',
    );
  });

  it('a refused body may be erased, an accepted one is missed', () => {
    expect(toError(rewritten(6, (entry) => delete entry.body))).toBe('replayed');
    expect(toError(rewritten(3, (entry) => delete entry.body))).toBe('state_differs at 4');
  });
});
