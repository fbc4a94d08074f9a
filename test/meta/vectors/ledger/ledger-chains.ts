import {
  bodyMatches,
  commitmentOf,
  encodeBase64Url,
  followLedger,
  hashLedgerHeader,
  type JsonObject,
  type LedgerBody,
  type LedgerHead,
  seenHistory,
  type TopicLedgerEntry,
  topicLedgerEntrySchema,
} from '@agent-home/protocol';
import { fromBase64Url } from '../form/bytes.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';
import { type Changeable, chain, changedEntry } from './chain.ts';

interface Input {
  head?: LedgerHead;
  entries: JsonObject[];
}

export const ledgerChains: VectorKind<Input> = {
  kind: 'ledger-chains',
  description:
    'Whether entries, whose certificates are good, follow one another. input: head (sequence and hash of the last entry ' +
    'that was accepted before; absent at the beginning), entries in the order in which they are read. output: the new ' +
    'head. Code: broken_chain.',
  cases,
  judge: ({ head, entries }) =>
    getOutcome(() => {
      let at = head;
      for (const entry of entries) at = followLedger(at, entry as unknown as TopicLedgerEntry);
      return at && { sequence: at.sequence, hash: at.hash };
    }),
};

const broken = (name: string, entries: JsonObject[], head?: LedgerHead): VectorCase<Input> => ({
  name,
  input: { ...(head ? { head } : {}), entries },
  expected: 'broken_chain',
});
const good = (name: string, entries: JsonObject[], head?: LedgerHead): VectorCase<Input> => ({
  ...broken(name, entries, head),
  expected: 'ok',
});

function cases(): VectorCase<Input>[] {
  const [a, b, c, d] = chain(4) as [JsonObject, JsonObject, JsonObject, JsonObject];
  const getHead = (entry: JsonObject) => {
    const { header } = topicLedgerEntrySchema.omit({ cert: true }).parse(entry);
    return { sequence: header.sequence, hash: hashLedgerHeader(header) };
  };
  return [
    good('from the first to the last', [a, b, c, d]),
    good('the first alone', [a]),
    good('from where the reader stands', [c, d], getHead(b)),
    good('with a body that was erased', [a, changedEntry(b, (entry) => delete entry.body), c, d]),
    good('with fields beside the header that nobody knows', [
      a,
      changedEntry(b, (entry) => Object.assign(entry, { x_more: 1 })),
      c,
    ]),
    broken('without the first', [b]),
    broken('with one left out', [a, c]),
    broken('with one twice', [a, a]),
    broken('with two swapped', [a, c, b]),
    broken('with one put in that was there', [a, b, a]),
    broken('with the last two swapped', [a, b, d, c]),
    broken('reversed', [d, c, b, a]),
    broken('again what was read', [b, c], getHead(b)),
    broken('beyond where the reader stands', [d], getHead(b)),
    broken('another history than the reader has', [c, d], { sequence: 2, hash: '0'.repeat(64) }),
    broken('a first entry that names one before', [
      changedEntry(a, ({ header }) => Object.assign(header, { previous: 'ab'.repeat(32) })),
    ]),
    broken('a second entry that names none', [a, changedEntry(b, ({ header }) => delete header.previous)]),
    ...headers([a, b, c]),
    ...bodies([a, b, c]),
  ];
}

function headers([a, b, c]: [JsonObject, JsonObject, JsonObject]): VectorCase<Input>[] {
  const flips: [string, (entry: Changeable) => unknown][] = [
    ['verdict', ({ header }) => Object.assign(header, { verdict: { outcome: 'rejected' } })],
    ['reason', ({ header }) => Object.assign(header, { verdict: { outcome: 'accepted', reason: 'x' } })],
    ['time', ({ header }) => Object.assign(header, { context: { now: '2026-03-01T12:00:09.000Z' } })],
    [
      'facts',
      ({ header }) => Object.assign(header, { context: { now: '2026-03-01T12:00:02.000Z', x_fact: 1 } }),
    ],
    ['state', ({ header }) => Object.assign(header, { state_sha256: 'cd'.repeat(32) })],
    [
      'author',
      ({ header }) => Object.assign(header, { input: { ...(header.input as JsonObject), agent_id: 'bo' } }),
    ],
    ['an unknown field', ({ header }) => Object.assign(header, { x_more: 1 })],
  ];
  return [
    ...flips.map(([name, change]) =>
      broken(`another header under the same number: ${name}`, [a, changedEntry(b, change), c]),
    ),
    broken('the number beside the header', [
      a,
      changedEntry(b, (entry) => Object.assign(entry, { sequence: 3 })),
    ]),
    broken('the number in the header', [
      a,
      changedEntry(b, ({ header }) => Object.assign(header, { sequence: 3 })),
    ]),
    broken('another topic beside the header', [
      changedEntry(a, (entry) => Object.assign(entry, { topic_id: 't2' })),
    ]),
    broken('another topic in the header', [
      changedEntry(a, ({ header }) => Object.assign(header, { topic_id: 't2' })),
    ]),
  ];
}

function bodies([a, b, c]: [JsonObject, JsonObject, JsonObject]): VectorCase<Input>[] {
  const withBody = (changes: Partial<LedgerBody>) =>
    changedEntry(b, (entry) => Object.assign(entry, { body: { ...(b.body as JsonObject), ...changes } }));
  return [
    broken('other words', [a, withBody({ text: '{"text":"line 2 u"}' })]),
    broken('a blank behind the words', [a, withBody({ text: `${String((b.body as JsonObject).text)} ` })]),
    broken('another salt', [a, withBody({ salt: 'A'.repeat(43) })]),
    broken('a salt that is none', [a, withBody({ salt: '!'.repeat(43) })]),
    broken('the body of another entry', [
      a,
      changedEntry(b, (entry) => Object.assign(entry, { body: c.body ?? null })),
    ]),
    broken('a body where nothing was committed to', [
      a,
      changedEntry(b, ({ header }) => delete (header.input as Changeable['header']).commitment),
    ]),
  ];
}

export const commitments: VectorKind<{ salt: string; text: string; commitment: string }> = {
  kind: 'commitments',
  description:
    'sha256(salt ‖ UTF-8 of text) in lower-case hexadecimal. input: salt (base64url), text, commitment. ' +
    'Code: broken_chain, as a ledger with such a body is.',
  cases: () =>
    ['', 'ü', 'u\u0308', '{"content":{"text":"hi\\n"}}', '晚上好 😀', '\u0000', 'a'.repeat(1000)].flatMap(
      (text, index) => {
        const salt = new Uint8Array(32).fill(index);
        const commitment = commitmentOf(salt, new TextEncoder().encode(text));
        const input = { salt: encodeBase64Url(salt), text, commitment };
        return [
          { name: `of text ${index}`, input, expected: 'ok' },
          {
            name: `of text ${index} and a blank`,
            input: { ...input, text: `${text} ` },
            expected: 'broken_chain',
          },
          {
            name: `of text ${index} under another salt`,
            input: { ...input, salt: `${'_'.repeat(42)}8` },
            expected: 'broken_chain',
          },
        ];
      },
    ),
  judge: ({ salt, text, commitment }) => {
    fromBase64Url(salt);
    return { expected: bodyMatches({ salt, text }, commitment) ? 'ok' : 'broken_chain' };
  },
};

export const seenHistories: VectorKind<{ seen?: LedgerHead; judged_at: number; hash?: string }> = {
  kind: 'seen-histories',
  description:
    'How what an author says to have read last stands to the chain at hand. input: seen (of the message, if it names ' +
    'any), judged_at (number of the entry that judged the message), hash (of the entry named, in the reader’s chain; ' +
    'absent where it does not have it). output: agrees, conflicts or unknown.',
  cases: () => {
    const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const of = (
      name: string,
      output: string,
      input: { seen?: LedgerHead; judged_at: number; hash?: string },
    ) => ({
      name,
      input,
      expected: 'ok',
      output,
    });
    return [
      of('the same entry', 'agrees', { seen: { sequence: 3, hash: one }, judged_at: 5, hash: one }),
      of('another entry of that number', 'conflicts', {
        seen: { sequence: 3, hash: one },
        judged_at: 5,
        hash: other,
      }),
      of('an entry that the reader does not have', 'unknown', {
        seen: { sequence: 3, hash: one },
        judged_at: 5,
      }),
      of('nothing named', 'unknown', { judged_at: 5, hash: one }),
      of('nothing read yet', 'unknown', { seen: { sequence: 0, hash: one }, judged_at: 5, hash: other }),
      of('the entry before', 'agrees', { seen: { sequence: 4, hash: one }, judged_at: 5, hash: one }),
      of('the entry that judged it', 'conflicts', {
        seen: { sequence: 5, hash: one },
        judged_at: 5,
        hash: one,
      }),
      of('an entry to come', 'conflicts', { seen: { sequence: 9, hash: one }, judged_at: 5 }),
    ];
  },
  judge: ({ seen, judged_at, hash }) => ({ expected: 'ok', output: seenHistory(seen, judged_at, hash) }),
};
