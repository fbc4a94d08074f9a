import { getContext, topicId } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import type { JudgedRow } from '../checks/evidence.ts';
import type { Journal } from '../journal/journal.ts';
import type { PutRecord } from '../journal/records.ts';

export function getMoment(seconds: number): number {
  return Date.parse(getContext(0).now) + seconds * 1000;
}

/** Adds a write that was granted a second before, was acknowledged, and had ten seconds left. */
export function write(
  journal: Journal,
  agentId: string,
  key: string,
  text: string,
  seconds: number,
): PutRecord {
  const grantId = journal.nextId();
  const [askedAt, notAfter] = [getMoment(seconds - 0.9), getMoment(seconds + 10)];
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
    startedAt: getMoment(seconds - 0.5),
    endedAt: getMoment(seconds - 0.1),
    outcome: 'stored',
  };
  journal.puts.push(put);
  return put;
}

/** Delivers all entries in one page, consumed. */
export function tell(journal: Journal, agentId: string, rows: JudgedRow[]): void {
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
  journal.reads.push({
    agentId,
    askedAt: getMoment(40),
    answeredAt: getMoment(41),
    after: false,
    events: all,
  });
  journal.acknowledgements.push({
    agentId,
    askedAt: getMoment(42),
    answeredAt: getMoment(43),
    eventIds: all.map(({ event_id: id }) => id),
    outcome: 'done',
  });
}
