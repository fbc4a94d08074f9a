import {
  decodeBase64Url,
  type JsonObject,
  type JsonValue,
  objectKey,
  readUntrusted,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { LedgerReader } from '../../../../packages/sdk/src/topic-reading/ledger-reader.ts';
import { messageSource, messageView } from '../../../../packages/sdk/src/topic-reading/message-view.ts';
import { topicStateNow } from '../../../../packages/sdk/src/topic-reading/topic-state-now.ts';
import { VectorReading } from '../form/reading.ts';
import { getOutcome, type VectorKind } from '../form/vector.ts';
import { ledgerReadingCases } from './ledger-reading-cases.ts';
import type { ReadingInput } from './reading-input.ts';

export const ledgerReadings: VectorKind<ReadingInput> = {
  kind: 'ledger-readings',
  description:
    'Reading a topic from its certified state and entries. input: pinned, now, objects (the whole bucket by key, ' +
    'platform/keys.json, platform/timestamp.json and cards among them), topic_id, head (where an earlier reading ended, ' +
    'if there was one), after. The state is read, then the entries after `after` up to the one it names; each is ' +
    'certified and follows the one before, and the last is the one the state names. output: head, and messages: the ' +
    'accepted ones in order (sequence, sealed_sequence for one that a reveal opened, agent_id, text, author_signature ' +
    'by the author’s card: valid, invalid, absent; history: agrees, conflicts, unknown). Codes: broken_chain, not_found ' +
    'and those of certificates.',
  cases: ledgerReadingCases,
  judge: ({ pinned, now, objects, topic_id, head, after }) =>
    getOutcome(async () => {
      const reading = new VectorReading(pinned, head ? [[topic_id, head]] : []);
      reading.setClock(now);
      reading.put(objects);
      const grant = { type: 'topic_read', topic_id } as const;
      const state = await reading.reader.read('topic_state', objectKey('topic_state', { topic_id }), grant);
      const { ledger: to } = topicStateNow(state);
      const ledger = new LedgerReader(topic_id, reading.reader, reading.memory, reading.failures);
      const messages: JsonValue[] = [];
      for await (const entry of ledger.entries(after, to)) {
        const message = await toMessage(entry, ledger, reading);
        if (message) messages.push(message);
      }
      return { head: { sequence: to.sequence, hash: to.hash }, messages };
    }),
};

async function toMessage(
  entry: TopicLedgerEntry,
  ledger: LedgerReader,
  { reader }: VectorReading,
): Promise<JsonObject | undefined> {
  const source = await messageSource(entry, ledger);
  if (!source) return undefined;
  const cardKey = objectKey('agent_card', { agent_id: source.agentId });
  const card = await reader.read('agent_card', cardKey, { type: 'registry_read' });
  const publicKey = card.object.agent_public_key;
  if (!decodeBase64Url(publicKey)) throw new Error('a card without a key');
  const view = await messageView(entry, source, publicKey, (sequence) => ledger.computeHash(sequence));
  return (
    view && {
      sequence: view.sequence,
      ...(view.sealedSequence === undefined ? {} : { sealed_sequence: view.sealedSequence }),
      agent_id: view.agentId,
      text: readUntrusted(view.text),
      author_signature: view.authorSignature,
      history: view.history,
    }
  );
}
