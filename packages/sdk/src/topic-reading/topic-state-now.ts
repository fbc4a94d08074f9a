import type { JsonObject, LedgerHead, Verified } from '@agent-home/protocol';
import { TopicError } from '../errors/topic-error.ts';

/** A verified `state.json`. */
export interface TopicStateNow {
  topicId: string;
  mode: string;
  modeVersion: number | undefined;
  updatedAt: string;
  /** State of the mode; contains `status`, `open` or `closed`, in every mode. */
  state: JsonObject;
  /** Ledger entry that led to the state. */
  ledger: LedgerHead;
  /** Version of the object. */
  version: number;
}

/**
 * Converts a verified object.
 * @throws TopicError `no_ledger`, `no_state` for a topic that publishes less than this SDK needs
 */
export function topicStateNow({ object, version }: Verified<'topic_state'>): TopicStateNow {
  if (!object.ledger || object.ledger.sequence === 0) {
    throw new TopicError(
      'no_ledger',
      object.topic_id,
      'the published state names no ledger entry yet; retry',
    );
  }
  if (!object.state)
    throw new TopicError('no_state', object.topic_id, 'the topic publishes no state yet; retry');
  return {
    topicId: object.topic_id,
    mode: object.mode,
    modeVersion: object.mode_version,
    updatedAt: object.updated_at,
    state: object.state as JsonObject,
    ledger: { sequence: object.ledger.sequence, hash: object.ledger.head },
    version,
  };
}

export function isClosed({ state }: TopicStateNow): boolean {
  return state.status === 'closed';
}
