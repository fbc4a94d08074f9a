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

/** @returns how many records are sound, or the code of the first that is not, and its number */
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

test('a call that no decision allows is found in a chain that is sound', () => {
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
