import type { AnyMode, Judgement } from '@agent-home/modes';
import { type JsonObject, type LedgerHead, type LedgerHeader, objectKey } from '@agent-home/protocol';
import { type EnqueueRequest, topicStream } from '../../publication/outbox/enqueue-object.ts';

/** A ledger entry that was judged and is not written yet. */
export interface Entry {
  header: LedgerHeader;
  hash: string;
  body: { salt: string; text: string } | undefined;
  refusal: Judgement['detail'];
}

/** Returns the object of one ledger entry, for the outbox. */
export function entryObject(topicId: string, { header, body, refusal }: Entry): EnqueueRequest {
  const { sequence } = header;
  return {
    stream: topicStream(topicId),
    objectKey: objectKey('topic_ledger_entry', { topic_id: topicId, sequence }),
    body: {
      kind: 'topic_ledger_entry',
      schema_version: 1,
      topic_id: topicId,
      sequence,
      header: header as JsonObject,
      ...(body ? { body } : {}),
      ...(refusal ? { refusal: { ...refusal } } : {}),
    },
  };
}

/** Returns the object of a topic's state, for the outbox. It names the entry that led to the state. */
export function stateObject(
  topicId: string,
  mode: AnyMode,
  { state, head, updatedAt }: { state: JsonObject; head: LedgerHead; updatedAt: string },
): EnqueueRequest {
  return {
    stream: topicStream(topicId),
    objectKey: objectKey('topic_state', { topic_id: topicId }),
    body: {
      kind: 'topic_state',
      schema_version: 1,
      topic_id: topicId,
      mode: mode.name,
      mode_version: mode.version,
      updated_at: updatedAt,
      ledger: { sequence: head.sequence, head: head.hash },
      state,
    },
  };
}
