import { findMode } from '@agent-home/modes';
import { TestLedger } from '@agent-home/modes/testing';
import {
  asJson,
  canonicalJsonBytes,
  type JsonObject,
  ledgerPackEntries,
  objectKey,
  packBody,
  signAuthored,
} from '@agent-home/protocol';
import { openedSession } from './open-session.ts';
import { SignedHome, signerNamed } from './signed-home.ts';

const topicId = 't1';
const agentId = 'ada';
const begun = Date.parse('2026-03-02T00:00:00.000Z');
const now = new Date('2026-03-02T12:00:00.000Z');
const home = new SignedHome('long', now);
const author = signerNamed('ada of the long talk');

const at = (seconds: number) => new Date(begun + seconds * 1_000).toISOString();

/** Returns a conversation of one agent with itself, judged and signed message by message. */
function longTalk(entries: number): TestLedger {
  const mode = findMode('freeform', 1);
  if (!mode) throw new Error('no freeform');
  const terms = {
    action: 'start' as const,
    topic_id: topicId,
    mode: 'freeform',
    mode_version: 1,
    rules: {},
    author_signature: 'optional' as const,
    limits: { message_bytes: 4096, request_bytes: 1024 },
  };
  const ledger = new TestLedger(mode, terms, { now: at(0) });
  for (let number = 1; number < entries; number++) {
    const message_id = String(number).padStart(6, '0');
    const document = {
      kind: 'topic_message',
      schema_version: 1,
      topic_id: topicId,
      message_id,
      agent_id: agentId,
      created_at: at(number),
      content: { text: `Line ${number}.` },
    };
    const object_key = objectKey('topic_message', { topic_id: topicId, agent_id: agentId, message_id });
    const bytes = canonicalJsonBytes(signAuthored(document, author));
    const facts = {
      agent_id: agentId,
      standing: 'admitted' as const,
      reader: true,
      card_version: 1,
      public_key: author.publicKey,
      last_message_number: number - 1,
      last_request_number: 0,
    };
    ledger.judge({ type: 'message', object_key, bytes }, { now: at(number), author: facts });
  }
  return ledger;
}

export type LongPage = ReturnType<typeof openedSession>;

/** Returns the responses of a home with a long ledger and its full packs, with changes of a test. */
export function longHome(entries: number) {
  const ledger = longTalk(entries);
  const texts = home.ledger(ledger.entries);
  const card = home.card(agentId, author.publicKey);
  const objects: Record<string, string> = { [card.object_key]: card.text };
  for (let first = 1; first + ledgerPackEntries - 1 <= entries; first += ledgerPackEntries) {
    const key = objectKey('topic_ledger_pack', { topic_id: topicId, sequence: first });
    const some = texts.slice(first - 1, first - 1 + ledgerPackEntries).map(({ text }) => text);
    objects[key] = home.certified(key, packBody(topicId, first, some)).text;
  }
  const newest = ledger.entries.at(-1);
  if (!newest) throw new Error('an empty ledger');
  const state = home.state(newest, 'freeform', ledger.state as JsonObject).text;
  /** Returns an erased entry, certified again. */
  const erased = (sequence: number) => {
    const { body: _, cert: __, ...rest } = asJson(ledger.entries[sequence - 1] ?? newest) as JsonObject;
    const key = objectKey('topic_ledger_entry', { topic_id: topicId, sequence });
    return home.certified(key, { ...rest, erased: { at: now.toISOString() } } as JsonObject, 2);
  };
  const open = (changed: Parameters<typeof openedSession>[1] = {}) =>
    openedSession(topicId, {
      ledger: texts,
      trust: home.trust(),
      state,
      manifest: home.manifest(topicId, 'freeform').text,
      objects,
      now,
      ...changed,
    });
  return { open, texts, objects, erased, entries: ledger.entries, home, topicId };
}
