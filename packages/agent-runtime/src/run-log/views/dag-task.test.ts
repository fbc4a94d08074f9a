import type { JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import type { RunRecord } from '../record/run-record.ts';
import { type TaskParts, taskNode } from './dag-task.ts';

const toRecord = (type: string, data: JsonObject): RunRecord => ({
  id: 'run_x:3',
  type,
  source: 'agent-home/runtime/careful',
  time: '2026-05-01T08:00:00.000Z',
  data,
  correlationId: 'run_x',
  seq: 3,
  prev: '0'.repeat(64),
});
const call = {
  tool_call_id: 'call_1_0',
  requested_name: 'bash',
  name: 'bash',
  name_resolution: 'exact',
  arguments: {},
  arguments_summary: '{}',
  source: 'native',
};
const toTask = (changes: Partial<TaskParts>) =>
  taskNode({
    requested: toRecord('call.requested', call),
    round: 1,
    isOver: true,
    decided: undefined,
    confirmed: undefined,
    asked: undefined,
    invoked: undefined,
    result: undefined,
    ...changes,
  });

test('shows the approval of a confirmed call without an approver', () => {
  const confirmedBy = (approval: string) => {
    const rules = [{ layer: 'operator', rule: 'autoApprove', effect: 'confirm', approval }];
    return toRecord('policy.decided', { effect: 'confirm', code: 'needs_approval', rules });
  };
  for (const approval of ['required', 'optional'])
    expect(toTask({ confirmed: confirmedBy(approval) }).metadata).toEqual({
      approval: { required: approval === 'required', deny_effect: 'continue', reason: 'needs_approval' },
    });
  expect(toTask({}).metadata).toEqual({});
});

test('shows every call with a blank name as missing', () => {
  const resolutions = ['', ' \t', 'bash'].map((requested_name) => {
    const requested = toRecord('call.requested', { ...call, requested_name, name_resolution: 'unknown' });
    return (toTask({ requested }).body.input as JsonObject).name_resolution;
  });
  expect(resolutions).toEqual(['missing', 'missing', 'unknown']);
});
