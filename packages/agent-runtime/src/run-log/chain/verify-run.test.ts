import { canonicalJsonBytes, type JsonObject, sha256Hex } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { type SampleRecord, sampleLog, sampleStart } from '../testing/sample-log.ts';
import { RunVerifier } from './verify-run.ts';

function decided(effect: string, args: JsonObject, tool = 'bash'): SampleRecord {
  const data = {
    action: 'tool.call',
    effect,
    rules: [],
    agent: 'careful',
    tainted: false,
    tool_call_id: 'call_1_0',
    tool,
    arguments_sha256: sha256Hex(canonicalJsonBytes(args)),
  };
  return { type: 'policy.decided', data, cause: 0 };
}

function invoke(args: JsonObject, toolCallId = 'call_1_0'): SampleRecord {
  return { type: 'kairo.tool.invoke', data: { toolCallId, name: 'bash', args }, cause: 0 };
}

/** @returns the number of valid records, or the code and the number of the first invalid one */
function judge(...drafts: SampleRecord[]): unknown {
  const verifier = new RunVerifier(() => undefined);
  try {
    for (const { line } of sampleLog([{ type: 'run.started', data: sampleStart() }, ...drafts]))
      verifier.take(line);
    return verifier.head.seq;
  } catch (error) {
    const { code, seq } = error as { code?: string; seq?: number };
    return [code, seq];
  }
}

test('an undecided call is found in a sound chain', () => {
  const args = { command: 'ls' };
  expect(judge(decided('allow', args), invoke(args))).toBe(3);
  expect(judge(invoke(args))).toEqual(['not_decided', 1]);
  expect(judge(decided('deny', args), invoke(args))).toEqual(['not_decided', 2]);
  expect(judge(decided('confirm', args), invoke(args))).toEqual(['not_decided', 2]);
  expect(judge(decided('allow', args), decided('deny', args), invoke(args))).toEqual(['not_decided', 3]);
  expect(judge(decided('allow', args), invoke({ command: 'rm' }))).toEqual(['not_decided', 2]);
  expect(judge(decided('allow', args, 'read_file'), invoke(args))).toEqual(['not_decided', 2]);
  expect(judge(decided('allow', args), invoke(args, 'call_1_1'))).toEqual(['not_decided', 2]);
  expect(judge(decided('allow', args), invoke(args), invoke(args))).toEqual(['not_decided', 3]);
});

test('accepts a second decision only behind a resumption', () => {
  const args = { command: 'ls' };
  const resumed: SampleRecord = { type: 'run.resumed', data: { reason: 'it died' }, cause: 0 };
  const allow = decided('allow', args);
  expect(judge(allow, invoke(args), resumed, allow)).toBe(5);
  expect(judge(allow, invoke(args), resumed, allow, invoke(args))).toEqual(['not_decided', 5]);
  expect(judge(allow, invoke(args), resumed, decided('deny', args), invoke(args))).toEqual([
    'not_decided',
    5,
  ]);
});

test('an unapproved call is found in a sound chain', () => {
  const args = { command: 'ls' };
  const id = `ask_${'1'.repeat(32)}`;
  const sha256 = (value: JsonObject) => sha256Hex(canonicalJsonBytes(value));
  const approved = (approvalId = id): SampleRecord => {
    const draft = decided('allow', args);
    return { ...draft, data: { ...draft.data, approval_id: approvalId } };
  };
  const asked = (changes: JsonObject = {}): SampleRecord => ({
    type: 'approval.requested',
    data: {
      approval_id: id,
      tool_call_id: 'call_1_0',
      tool: 'bash',
      arguments: args,
      arguments_sha256: sha256(args),
      risk: 'medium',
      rules: [],
      tainted: false,
      required: true,
      deny_effect: 'block',
      reason: 'needs_approval',
      expires_at: '2026-05-02T08:00:00.000Z',
      ...changes,
    },
    cause: 0,
  });
  const answered = (decision: string, changes: JsonObject = {}): SampleRecord => ({
    type: 'approval.decided',
    data: {
      approval_id: id,
      arguments_sha256: sha256(args),
      decision,
      reason: '',
      by: { kind: 'person', name: 'grace', via: 'command' },
      ...changes,
    },
    cause: 0,
  });
  const yes = answered('approve');
  expect(judge(asked(), yes, approved(), invoke(args))).toBe(5);
  expect(judge(asked(), answered('deny'))).toBe(3);
  expect(judge(approved(), invoke(args))).toEqual(['not_decided', 1]);
  expect(judge(asked(), approved(), invoke(args))).toEqual(['not_decided', 2]);
  expect(judge(asked(), answered('deny'), approved())).toEqual(['not_decided', 3]);
  expect(judge(asked(), answered('expired'), approved())).toEqual(['not_decided', 3]);
  expect(judge(asked(), yes, approved(), invoke(args), approved())).toEqual(['not_decided', 5]);
  expect(judge(asked(), yes, yes)).toEqual(['not_decided', 3]);
  expect(judge(yes)).toEqual(['not_decided', 1]);
  expect(judge(asked(), answered('approve', { arguments_sha256: sha256({}) }))).toEqual(['not_decided', 2]);
  expect(judge(asked(), yes, approved(`ask_${'2'.repeat(32)}`))).toEqual(['not_decided', 3]);
  expect(judge(asked({ tool_call_id: 'call_1_1' }), yes, approved())).toEqual(['not_decided', 3]);
  expect(judge(asked({ tool: 'read_file' }), yes, approved())).toEqual(['not_decided', 3]);
  expect(judge(decided('confirm', args), decided('allow', args))).toEqual(['not_decided', 2]);
  expect(judge(decided('confirm', args), asked(), answered('deny'), decided('allow', args))).toEqual([
    'not_decided',
    4,
  ]);
  // A rule that required approval may no longer apply at the time of the answer.
  expect(judge(decided('confirm', args), asked(), yes, decided('allow', args), invoke(args))).toBe(6);
  // A person was shown other arguments than those that were hashed.
  expect(judge(asked({ arguments: { command: 'rm' } }))).toEqual(['not_decided', 1]);
});
