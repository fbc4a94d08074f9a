import type { JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { emptyLog, sealRecord } from '../chain/seal-record.ts';
import { RunVerifier } from '../chain/verify-run.ts';
import { sampleLog, sampleMessage, sampleStart, sampleTime } from '../testing/sample-log.ts';
import { checkedValue } from './checked-value.ts';
import { putBack } from './large-values.ts';
import { unjudgedMembers } from './unjudged.ts';

const answer = {
  model_call_id: 'm1',
  content: 'CANARY',
  thought: '',
  stop_reason: 'end_turn',
  tool_calls: [{ id: 'a', name: 'home__say', arguments: 'x'.repeat(40_000) }],
  model: 'small',
  provider: 'p',
  usage: { input_tokens: 1, output_tokens: 1 },
  elapsed_ms: 1,
  attempts: [],
};

test('stores unchecked members as attachments at any size', () => {
  const cases: JsonObject[] = [
    answer,
    { ...answer, content: '', tool_calls: [] },
    { ...answer, content: '{"$beside":"x"}', thought: 'y'.repeat(100_000) },
  ];
  for (const data of cases) {
    const draft = { type: 'model.answered', data, apart: unjudgedMembers({ type: 'model.answered', data }) };
    const sealed = sealRecord(emptyLog, { runId: 'run_sample', source: 's' }, sampleTime, draft);
    const back = putBack(
      sealed.record.data,
      checkedValue((sha256) => sealed.beside.get(sha256), 0),
    );
    expect(back).toEqual(data);
    expect(sealed.line).not.toContain('CANARY');
    expect(sealed.line.length).toBeLessThan(2_000);
  }
  const said: JsonObject = { name: 'home.say', arguments: { $beside: 'CANARY', bytes: 1, form: 'text' } };
  const apart = unjudgedMembers({ type: 'call.requested', data: said });
  const draft = { type: 'call.requested', data: said, apart };
  const sealed = sealRecord(emptyLog, { runId: 'run_sample', source: 's' }, sampleTime, draft);
  const resolve = checkedValue((sha256) => sealed.beside.get(sha256), 0);
  expect([putBack(sealed.record.data, resolve), sealed.line.includes('CANARY')]).toEqual([said, false]);
  expect(unjudgedMembers({ type: 'call.requested', data: { name: 'read_file' } })).toEqual([]);
});

test('verification returns no unchecked output', () => {
  const requested = { model_call_id: 'm1', round: 1, provider: 'p', model: 'small', max_output_tokens: 9 };
  for (const guarded of [true, false]) {
    const log = sampleLog([
      { type: 'run.started', data: sampleStart() },
      { type: 'kairo.user.message', data: sampleMessage, cause: 0 },
      { type: 'model.requested', data: { ...requested, ...(guarded ? { guarded } : {}) }, cause: 1 },
      { type: 'model.answered', data: { ...answer, tool_calls: [] }, cause: 2 },
    ]);
    const verifier = new RunVerifier(() => undefined);
    const records = log.map(({ line }) => verifier.take(line));
    expect(JSON.stringify(records).includes('CANARY')).toBe(!guarded);
  }
});
