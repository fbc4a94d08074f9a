import { expect, test } from 'vitest';
import type { MemoryEntry, RunRecord } from '../run-log/index.ts';
import { createTool, okOutcome, playRun, playTime } from '../testing/play-run.ts';

const call = (id: string) => ({ id, name: 'read_file', arguments: { id } });

test('causes of a result lead to its own invocation', () => {
  const { records } = playRun({
    tools: [createTool(), createTool({ name: 'write_file', prepares: true })],
    answers: [
      { calls: [call('a'), { ...call('b'), name: 'write_file' }] },
      { calls: [call('c'), call('d')] },
      { content: 'Done.' },
    ],
    outcome: ({ arguments: args }) => okOutcome(JSON.stringify(args)),
  });
  const byId = new Map(records.map((record) => [record.id, record]));
  const nearest = (record: RunRecord, type: string): RunRecord | undefined => {
    for (let at = byId.get(record.causationId ?? ''); at; at = byId.get(at.causationId ?? ''))
      if (at.type === type) return at;
    return undefined;
  };
  const results = records.filter(({ type }) => type === 'kairo.tool.result');
  expect(results).toHaveLength(4);
  for (const result of results) {
    const invoked = nearest(result, 'kairo.tool.invoke');
    expect(invoked?.data.toolCallId).toBe(result.data.toolCallId);
    const decided = invoked && nearest(invoked, 'policy.decided');
    expect(decided?.data.tool_call_id).toBe(result.data.toolCallId);
  }
});

test('recalls memory in every round', () => {
  const entry = (round: number): MemoryEntry => ({
    id: String(round).repeat(64).slice(0, 64),
    agent: 'careful',
    session_id: 'session-1',
    time: playTime,
    text: `found in round ${round}`,
    tainted: false,
    origin: { run_id: 'run_before', seq: 1, hash: 'a'.repeat(64) },
  });
  const asked: number[] = [];
  const { state, requests, records } = playRun({
    started: { memory: { backend: 'filesystem', limit: 3, scope: 'session' } },
    answers: [{ calls: [call('a')] }, { calls: [call('b')] }, { content: 'Done.' }],
    interrupt: (effect, { round }) => {
      if (effect.kind !== 'recall') return undefined;
      asked.push(round);
      return { type: 'memory.found', time: playTime, data: { round, entries: [entry(round)] } };
    },
  });
  expect(state.ended).toMatchObject({ status: 'answered' });
  expect(asked).toEqual([1, 2, 3]);
  for (const [index, { messages }] of requests.entries()) {
    const shown = JSON.stringify(messages);
    for (const round of asked)
      expect([round, shown.includes(`found in round ${round}`)]).toEqual([round, round === index + 1]);
  }
  expect(records.filter(({ type }) => type === 'memory.recalled')).toHaveLength(3);
});
