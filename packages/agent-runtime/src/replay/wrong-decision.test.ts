import { expect, test } from 'vitest';
import { emptyLog, type RunRecord, RunVerifier, sealRecord, verifyLog } from '../run-log/index.ts';
import { playRun } from '../testing/play-run.ts';
import { replayLog } from './replay-log.ts';

const tools = [{ name: 'bash', risk: 'medium' as const }];
const run = { runId: 'run_played', source: 'agent-home/runtime/careful' };

/** Returns the records as one valid chain again, with changed data. */
function rechained(
  records: readonly RunRecord[],
  change: (record: RunRecord) => RunRecord['data'],
): string[] {
  let head = emptyLog;
  return records.map((record) => {
    const cause = record.causationId === undefined ? {} : { cause: Number(record.causationId.split(':')[1]) };
    const sealed = sealRecord(head, run, record.time, { type: record.type, data: change(record), ...cause });
    head = sealed.head;
    return sealed.line;
  });
}

test('finds a forged allow in a sound chain', () => {
  const { records, find } = playRun({
    tools,
    answers: [{ calls: [{ name: 'bash', arguments: { command: 'ls' } }] }, { content: 'over' }],
  });
  // The run was allowed to call; the forger adds a deny that the run supposedly had.
  const forged = rechained(records, ({ type, data }) =>
    type === 'run.started' ? { ...data, lists: { deny: ['bash'] } } : data,
  );
  expect(verifyLog(forged).records).toHaveLength(records.length);
  const verifier = new RunVerifier(find);
  for (const line of forged) verifier.take(line);
  const decided = records.findIndex(
    ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call',
  );
  // The prompt differs first: the list hides the tool.
  expect(() => replayLog(forged, find)).toThrow(expect.objectContaining({ code: 'unequal_replay' }));

  const widened = rechained(
    playRun({
      tools,
      started: { operator: { auto_approve: ['safe'], unlocked: [] } },
      answers: [{ calls: [{ name: 'bash', arguments: { command: 'ls' } }] }, { content: 'over' }],
    }).records,
    ({ type, data }) =>
      type === 'policy.decided' && data.action === 'tool.call' && data.effect === 'confirm'
        ? { ...records[decided]?.data }
        : data,
  );
  expect(() => replayLog(widened, find)).toThrow(
    expect.objectContaining({ code: 'wrong_decision', seq: decided }),
  );
});
