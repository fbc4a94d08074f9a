import { createHash } from 'node:crypto';
import { argumentsSha256 } from '@agent-home/agent-runtime';
import type { RunRecord } from '@agent-home/agent-runtime/run-log';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import {
  type SampleRecord,
  sampleLog,
  sampleStart,
} from '../../../../packages/agent-runtime/src/run-log/testing/sample-log.ts';
import type { Evidence } from '../checks/evidence.ts';
import type { HouseholdEvidence, RunEvidence } from '../residents/household-evidence.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** State of a household, with the parts of the home that its checks read. */
export interface QuietHousehold {
  evidence: HouseholdEvidence;
  home: Pick<Evidence, 'runs' | 'decisions'>;
}

const runId = 'run_quiet';
const agentId = 'resident-a';
const note = 'resident-a-rings until noon';
const topicMarkers = new Map([
  ['resident-a-rings', 'topic-1'],
  ['resident-a-tolls', 'topic-2'],
]);
/** Approval of its first call. */
export const approvalId = `ask_${'1'.repeat(32)}`;
export const messageKey = 'topics/resident-a-rings/messages/resident-a/turn_000001_0001.json';

/** Returns the key with which a service recognizes a call of the run. */
export const keyOf = (callId: string) => sha256(`${runId}\n${callId}`);

const said = { text: 'Done.' };
const wake = {
  ...{ message_id: 'message', text: 'It is your turn.', origin: 'turn', tainted: false },
  extra: { topic_id: 'resident-a-rings', turn_id: 'turn_000001' },
};

const done = (id: string): SampleRecord => ({
  type: 'kairo.tool.result',
  data: { toolCallId: id, result: { status: 'ok', content: [], metadata: {} }, isError: false },
  cause: 0,
});

const allow = (id: string, tool: string, args: JsonObject): SampleRecord => ({
  type: 'policy.decided',
  data: {
    ...{ action: 'tool.call', effect: 'allow', tool_call_id: id, tool },
    arguments_sha256: argumentsSha256(args),
    bundle: { version: 2, sha256: 'c'.repeat(64) },
  },
  cause: 0,
});

/** Returns the records of a call that the certified policy denies. */
function refusedCall(): SampleRecord[] {
  const [id, tool] = ['call_4_0', 'toll'];
  const decided = { action: 'tool.call', effect: 'deny', code: 'denied_by_policy', tool_call_id: id, tool };
  const error = { code: 'denied_by_policy', message: 'The policy denies this call.' };
  const result = { status: 'error', content: [], error, metadata: {} };
  return [
    { type: 'call.requested', data: { tool_call_id: id, name: tool, arguments: { note } }, cause: 0 },
    { type: 'policy.decided', data: { ...decided, arguments_sha256: argumentsSha256({ note }) }, cause: 0 },
    { type: 'kairo.tool.result', data: { toolCallId: id, result, isError: true }, cause: 0 },
  ];
}

/** Returns a household in which each call was decided, made once, and reported as it happened. */
export function quietHousehold(): QuietHousehold {
  const ringArguments = { note, secret: 'vault://bell' };
  const calls: [id: string, tool: string, args: JsonObject][] = [
    ['call_1_0', 'ring', ringArguments],
    ['call_2_0', 'mcp.moody.count', { note }],
    ['call_3_0', 'bash', { command: `echo '${note}' >> bells.txt` }],
  ];
  const approval = { approval_id: approvalId, arguments_sha256: argumentsSha256(ringArguments) };
  const begun: SampleRecord[] = [
    { type: 'run.started', data: sampleStart({ run_id: runId, agent: agentId }) },
    { type: 'kairo.user.message', data: wake, cause: 0 },
    { type: 'approval.decided', data: { ...approval, decision: 'approve' }, cause: 0 },
    {
      type: 'policy.decided',
      data: {
        ...{ ...approval, action: 'tool.call', effect: 'allow', tool_call_id: 'call_1_0', tool: 'ring' },
      },
      cause: 1,
    },
    ...calls.flatMap(([id, tool, args]) => [
      { type: 'call.requested', data: { tool_call_id: id, name: tool, arguments: args }, cause: 0 },
      ...(tool === 'ring' ? [] : [allow(id, tool, args)]),
      { type: 'kairo.tool.invoke', data: { toolCallId: id, name: tool, args }, cause: 0 },
      done(id),
    ]),
    ...refusedCall(),
    allow('call_5_0', 'home.say', said),
    { type: 'kairo.tool.invoke', data: { toolCallId: 'call_5_0', name: 'home.say', args: said }, cause: 0 },
  ];
  const committed = sampleLog(begun, runId).at(-1)?.line ?? '';
  const document = canonicalJson({
    content: { text: 'Done.' },
    meta: { run: { run_id: runId, seq: begun.length - 1, head: sha256(committed) } },
  });
  const prepared = { purpose: 'message', objectKey: messageKey, document, after: 1 };
  const drafts = [
    ...begun,
    { type: 'call.prepared', data: { tool_call_id: 'call_5_0', prepared }, cause: 0 },
    done('call_5_0'),
    { type: 'kairo.intent.ended', data: { intentId: 'intent', result: {}, summary: '' }, cause: 0 },
    { type: 'run.ended', data: { status: 'answered', usage: { tool_calls: calls.length + 1 } }, cause: 0 },
  ];
  const lines = sampleLog(drafts, runId).map(({ line }) => line);
  const run: RunEvidence = {
    ...{ runId, agentId, lines, isAuthentic: true, problem: undefined },
    records: lines.map((line) => JSON.parse(line) as RunRecord),
    hashes: lines.map(sha256),
  };
  return {
    evidence: {
      runs: [run],
      kept: [
        {
          runId,
          agentId,
          lines: [...lines],
          startedAt: 0,
          hasEnded: true,
          last: 'run.ended',
          status: 'answered',
        },
      ],
      effects: [
        { tool: 'ring', key: keyOf('call_1_0'), note, arguments: { note, secret: 'secret-of-the-vault' } },
      ],
      counted: [{ note, schema: 'note' }],
      bells: [note],
      requests: [{ text: 'topic-1?', topicId: 'resident-a-rings', fault: undefined }],
      messages: [{ objectKey: messageKey, agentId, topicId: 'resident-a-rings', text: document }],
      markers: { secret: 'secret-of-the-vault', withheld: 'withheld-content' },
      topicMarkers,
      silent: [],
      unexpectedExits: [],
      lag: undefined,
    },
    home: {
      runs: [{ agentId, runId, texts: [...lines], isContradicted: false, state: 'answered' }],
      decisions: [
        {
          ...{ agentId, approvalId, state: 'approved' },
          certified: { decision: 'approve', argumentsSha256: approval.arguments_sha256 },
        },
      ],
    },
  };
}
