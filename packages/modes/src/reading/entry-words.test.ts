import { commitmentOf, encodeBase64Url, type JsonObject, type TopicLedgerEntry } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { entryWords, messageIn, revealIn } from './entry-words.ts';
import { revealFinding } from './reveal-finding.ts';
import { judgeSeen, seenClaim } from './seen-claim.ts';

const salt = new Uint8Array(32).fill(9);
const hash = 'ab'.repeat(32);
const other = 'cd'.repeat(32);

function messageText(fields: JsonObject = {}): string {
  return JSON.stringify({
    kind: 'topic_message',
    schema_version: 1,
    topic_id: 't1',
    message_id: '000001',
    agent_id: 'ada',
    created_at: '2026-03-01T12:00:00.000Z',
    content: { text: 'hello' },
    ...fields,
  });
}

function toEntry(sequence: number, type: string, text?: string, outcome = 'accepted'): TopicLedgerEntry {
  const commitment = commitmentOf(salt, new TextEncoder().encode(text ?? messageText()));
  return {
    sequence,
    header: { input: { type, commitment }, context: {}, verdict: { outcome } },
    ...(text === undefined ? {} : { body: { salt: encodeBase64Url(salt), text } }),
  } as unknown as TopicLedgerEntry;
}

const getReveal = (sequence: number, text: string) =>
  JSON.stringify({ sequence, salt: encodeBase64Url(salt), text });

describe('words of an entry', () => {
  it('are its body, or the text that a reveal opens', () => {
    const said = messageText();
    expect(entryWords(toEntry(4, 'message', said))).toMatchObject({ text: said, sealedSequence: undefined });
    const opened = toEntry(4, 'reveal', getReveal(2, said));
    expect(entryWords(opened)).toMatchObject({ text: said, sealedSequence: 2 });
    expect([messageIn(opened), messageIn(toEntry(4, 'message', said))]).toMatchObject([
      { message_id: '000001' },
      { message_id: '000001' },
    ]);
  });

  it('are none where nothing is shown', () => {
    const secret = JSON.stringify({ random_secret: hash });
    for (const entry of [
      toEntry(4, 'message'),
      toEntry(4, 'reveal', secret),
      toEntry(4, 'reveal', 'no JSON'),
    ])
      expect([entryWords(entry), revealIn(entry), messageIn(entry)]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
  });

  it('are no message of another type or form', () => {
    const texts = ['no JSON', '[]', '{"kind":"topic_message"}'];
    expect(texts.map((text) => messageIn(toEntry(4, 'message', text)))).toEqual(texts.map(() => undefined));
    expect(messageIn(toEntry(4, 'request', messageText()))).toBeUndefined();
    expect(entryWords(toEntry(4, 'message', 'no JSON'))).toMatchObject({ document: undefined });
  });
});

describe('a reveal', () => {
  const sealed = toEntry(2, 'message');

  it('shows the text that was sealed, or is found', () => {
    const getCode = (text: string, outcome?: string, known: TopicLedgerEntry | undefined = sealed) =>
      revealFinding(toEntry(4, 'reveal', getReveal(2, text), outcome), known)?.code;
    expect(getCode(messageText())).toBeUndefined();
    expect(getCode('other')).toBe('reveal_differs');
    expect(getCode('other', 'ruled_out')).toBe('reveal_differs');
    expect(getCode('other', 'rejected')).toBeUndefined();
    expect(revealFinding(toEntry(4, 'reveal', getReveal(2, 'other')), undefined)).toBeUndefined();
    expect(revealFinding(toEntry(4, 'message', 'other'), sealed)).toBeUndefined();
  });

  it('opens an entry before it', () => {
    for (const sequence of [4, 5])
      expect(
        revealFinding(toEntry(4, 'reveal', getReveal(sequence, messageText())), undefined),
      ).toMatchObject({
        code: 'reveal_differs',
        sequence: 4,
      });
  });
});

describe('the entry that an author had read', () => {
  const judge = (entry: TopicLedgerEntry, known: string | undefined) => {
    const claim = seenClaim(entry);
    const { history, finding } = judgeSeen(entry, claim, known);
    return [claim.compareWith, history, finding?.code];
  };
  const saying = (seen: JsonObject, outcome?: string) =>
    toEntry(4, 'message', messageText({ seen }), outcome);

  it('agrees with the chain, conflicts with it or says nothing', () => {
    expect(judge(saying({ sequence: 2, hash }), hash)).toEqual([2, 'agrees', undefined]);
    expect(judge(saying({ sequence: 2, hash }), other)).toEqual([2, 'conflicts', 'forked_history']);
    expect(judge(saying({ sequence: 2, hash }), undefined)).toEqual([2, 'unknown', undefined]);
    expect(judge(saying({ sequence: 0, hash }), undefined)).toEqual([undefined, 'unknown', undefined]);
    expect(judge(saying({ sequence: 4, hash }), hash)).toEqual([undefined, 'conflicts', 'forked_history']);
    expect(judge(toEntry(4, 'message'), hash)).toEqual([undefined, 'unknown', undefined]);
  });

  it('is no fault of the platform in what it rejected', () => {
    expect(judge(saying({ sequence: 2, hash }, 'rejected'), other)).toEqual([2, 'conflicts', undefined]);
  });

  it('is read before the sealing of what is opened later', () => {
    const entry = toEntry(9, 'reveal', getReveal(3, messageText({ seen: { sequence: 3, hash } })));
    expect(judge(entry, hash)).toEqual([undefined, 'conflicts', 'forked_history']);
  });
});
