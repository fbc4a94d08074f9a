import { type AnyMode, findMode } from '@agent-home/modes';
import { TestLedger } from '@agent-home/modes/testing';
import {
  canonicalJson,
  certify,
  type JsonObject,
  objectKey,
  signAuthored,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import {
  agentSigner,
  contextOf,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
  topicId,
} from '../../../packages/modes/src/testing/alphabet/inputs.ts';
import { issuer, readAt, registrySigner, trust } from '../../../packages/protocol/src/testing/home.ts';
import type { Evidence, LedgerRow } from '../checks/evidence.ts';
import { Journal, type PutRecord } from '../journal/journal.ts';

/** A life in which all is well: what its agents wrote down, and what the home has come to. */
export interface SmallWorld {
  journal: Journal;
  evidence: Evidence;
  agentIds: string[];
}

/** Two agents take a turn each and the topic ends: everything was written, judged, published and told. */
export function smallWorld(): SmallWorld {
  const mode = findMode('turn_queue') as AnyMode;
  const parsed = mode.parseRules({ turn_ttl_seconds: 20 });
  const ledger = new TestLedger(
    mode,
    terms('turn_queue', 'rules' in parsed ? parsed.rules : {}),
    contextOf(0),
  );
  const journal = new Journal();
  journal.openings.push({ topicId, mode: 'turn_queue' });
  const agentIds = ['ada', 'bo'];
  const say = (document: JsonObject, seconds: number) => {
    const agentId = String(document.agent_id);
    const signed = signAuthored(document, agentSigner(agentId));
    const input = rawInput(signed);
    write(
      journal,
      agentId,
      input.object_key,
      'bytes' in input ? new TextDecoder().decode(input.bytes) : '',
      seconds,
    );
    ledger.judge(input, contextOf(seconds, agentId));
  };
  for (const agentId of agentIds) journal.follows.push({ agentId, topicId, answeredAt: momentOf(0.5) });
  say(requestDocument('ada', 'r000001', { type: 'queue_join' }), 1);
  say(requestDocument('bo', 'r000001', { type: 'queue_join' }), 2);
  say(messageDocument('ada', 'turn_000001_0001'), 3);
  const { state } = ledger;
  const deadline = { deadline: String(state.speaker_expires_at) };
  ledger.judge(platformInput('deadline', deadline), contextOf(22));
  say(messageDocument('bo', 'turn_000002_0001'), 24);
  ledger.judge(platformInput('admin', { action: 'close' }), contextOf(30));

  const rows = ledger.entries.map(rowOf);
  const { bucket, published } = publish(ledger);
  for (const agentId of agentIds) tell(journal, agentId, rows);
  return {
    journal,
    agentIds,
    evidence: {
      ledger: rows,
      topics: [
        {
          topicId,
          state: canonicalJson(ledger.state),
          ledgerSequence: ledger.entries.length,
          ledgerHead: ledger.head ?? '',
        },
      ],
      bucket,
      published,
      trust,
      now: readAt,
      waiting: { 'objects to publish': 0 },
      violations: [],
      unexpectedExits: [],
    },
  };
}

export function momentOf(seconds: number): number {
  return Date.parse(contextOf(0).now) + seconds * 1000;
}

/** A write that was granted a second before, was acknowledged, and had ten seconds left. */
export function write(
  journal: Journal,
  agentId: string,
  key: string,
  text: string,
  seconds: number,
): PutRecord {
  const grantId = journal.nextId();
  const [askedAt, notAfter] = [momentOf(seconds - 0.9), momentOf(seconds + 10)];
  const place = { agentId, topicId };
  const type = key.includes('/messages/') ? 'topic_message_write' : 'topic_request_write';
  journal.grants.push({
    ...place,
    id: grantId,
    type,
    askedAt,
    outcome: 'granted',
    keys: [{ key, notAfter }],
  });
  const put: PutRecord = {
    ...place,
    id: journal.nextId(),
    key,
    grantId,
    notAfter,
    grantAskedAt: askedAt,
    text,
    how: 'plain',
    startedAt: momentOf(seconds - 0.5),
    endedAt: momentOf(seconds - 0.1),
    outcome: 'stored',
  };
  journal.puts.push(put);
  return put;
}

function rowOf({ sequence, header, body }: TopicLedgerEntry): LedgerRow {
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

/** Certified as one home certifies; the state in its third version. */
function publish(ledger: TestLedger): Pick<Evidence, 'bucket' | 'published'> {
  const state: JsonObject = {
    kind: 'topic_state',
    schema_version: 1,
    topic_id: topicId,
    mode: ledger.mode.name,
    mode_version: 1,
    updated_at: contextOf(30).now,
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
    const issuedAt = new Date(contextOf(40).now);
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

/** One page with everything, consumed. */
function tell(journal: Journal, agentId: string, rows: LedgerRow[]): void {
  const common = { topic_id: topicId, object_key: null };
  const events = rows.slice(1).map(({ sequence, outcome, objectKey }) => ({
    ...common,
    event_id: `${agentId} ${sequence}`,
    event_type: objectKey?.includes(`/${agentId}/`) ? 'topic.input_judged' : 'topic.entry',
    object_key: objectKey,
    payload: { sequence, outcome },
  }));
  const turn = {
    ...common,
    event_id: `${agentId} turn`,
    event_type: 'topic.turn_started',
    payload: { turn_id: agentId === 'ada' ? 'turn_000001' : 'turn_000002' },
  };
  const end = { ...common, event_id: `${agentId} end`, event_type: 'topic.closed', payload: {} };
  const all = [...events, turn, end];
  journal.reads.push({ agentId, askedAt: momentOf(40), answeredAt: momentOf(41), after: false, events: all });
  journal.acknowledgements.push({
    agentId,
    askedAt: momentOf(42),
    answeredAt: momentOf(43),
    eventIds: all.map(({ event_id: id }) => id),
    outcome: 'done',
  });
}
