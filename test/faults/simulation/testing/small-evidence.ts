import type { TestLedger } from '@agent-home/modes/testing';
import {
  canonicalJson,
  certify,
  type JsonObject,
  objectKey,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { getContext, topicId } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { issuer, registrySigner } from '../../../../packages/protocol/src/testing/home.ts';
import type { Evidence, JudgedRow } from '../checks/evidence.ts';

export function toRow({ sequence, header, body }: TopicLedgerEntry): JudgedRow {
  const { input, verdict, context } = header;
  return {
    topicId,
    sequence,
    inputType: input.type,
    agentId: input.agent_id ?? null,
    objectKey: input.object_key ?? null,
    outcome: verdict.outcome,
    reason: verdict.reason ?? null,
    header: canonicalJson(header as JsonObject),
    bodyText: body?.text ?? null,
    judgedAt: new Date(context.now),
  };
}

/** Publishes the ledger with the certificates of one home, and its state in the third version. */
export function publish(ledger: TestLedger): Pick<Evidence, 'bucket' | 'published'> {
  const state: JsonObject = {
    kind: 'topic_state',
    schema_version: 1,
    topic_id: topicId,
    mode: ledger.mode.name,
    mode_version: 1,
    updated_at: getContext(30).now,
    ledger: { sequence: ledger.entries.length, head: ledger.head ?? '' },
    state: ledger.state,
  };
  const objects = [
    ...ledger.entries.map((entry) => ({
      key: objectKey('topic_ledger_entry', { topic_id: topicId, sequence: entry.sequence }),
      version: 1,
      body: entry as unknown as JsonObject,
    })),
    { key: objectKey('topic_state', { topic_id: topicId }), version: 3, body: state },
  ].map(({ key, version, body }) => {
    const issuedAt = new Date(getContext(40).now);
    const { bytes } = certify(body, { signer: registrySigner, issuer, objectKey: key, version, issuedAt });
    return { key, version, text: new TextDecoder().decode(bytes) };
  });
  return {
    bucket: new Map(objects.map(({ key, text }) => [key, text])),
    published: objects.map(({ key, version, text }) => ({
      objectKey: key,
      version,
      confirmedVersion: version,
      confirmedText: text,
    })),
  };
}
