import { expect, test } from 'vitest';
import { says } from '../../../testing/people.ts';
import { type Play, playRun, playTime } from '../../../testing/play-run.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { runTimeline } from './run-timeline.ts';
import { timelineSpanSchema } from './run-view-schema.ts';

const operator = { auto_approve: ['safe'], unlocked: [], approval_expires_ms: 60_000 };
const write = { calls: [{ name: 'write_file', arguments: { path: 'a' } }] };
const play = (changes: Partial<Play>) =>
  playRun({
    tools: [{ name: 'write_file', risk: 'low' }],
    started: { operator },
    answers: [write, { content: 'Done.' }],
    ...changes,
  }).records;

/** Gives each record its number of seconds after the start. */
const timed = (records: readonly RunRecord[]) =>
  records.map((record) => ({
    ...record,
    time: new Date(Date.parse(playTime) + record.seq * 1_000).toISOString(),
  }));
const seqOf = (records: readonly RunRecord[], type: string) =>
  records.find((record) => record.type === type)?.seq ?? -1;

test('a waterfall has the waits of calls and of approvals', () => {
  const records = timed(play({ people: [says('approve')] }));
  const spans = runTimeline(records);
  for (const span of spans) expect(timelineSpanSchema.parse(span)).toEqual(span);
  const [requested, decided] = [seqOf(records, 'approval.requested'), seqOf(records, 'approval.decided')];
  expect(spans.find(({ kind }) => kind === 'approval')).toMatchObject({
    ...{ seq: requested, subject: 'write_file', status: 'ok', depth: 1 },
    ...{ start_ms: requested * 1_000, duration_ms: (decided - requested) * 1_000 },
  });
  const [asked, invoked] = [seqOf(records, 'call.requested'), seqOf(records, 'kairo.tool.invoke')];
  expect(spans.find(({ kind }) => kind === 'tool')).toMatchObject({ wait_ms: (invoked - asked) * 1_000 });
  expect(spans.map(({ seq }) => seq)).toEqual(spans.map(({ seq }) => seq).toSorted((a, b) => a - b));
});

test('a waterfall shows refused and open waits', () => {
  const refused = runTimeline(timed(play({ people: [says('deny')] })));
  expect(refused.find(({ kind }) => kind === 'approval')).toMatchObject({ status: 'error', code: 'deny' });
  const open = timed(play({ people: [] }));
  expect(runTimeline(open).find(({ kind }) => kind === 'approval')).toMatchObject({
    ...{ is_open: true, status: 'ok' },
    duration_ms: (open.length - 1 - seqOf(open, 'approval.requested')) * 1_000,
  });
});
