import type { RecordDraft, SealedRecord } from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import {
  sampleMessage,
  sampleStart,
} from '../../../packages/agent-runtime/src/run-log/testing/sample-log.ts';
import { sealDrafts } from '../../support/sealed-run.ts';

const time = '2026-05-01T08:00:00.000Z';
const hash = 'a'.repeat(64);
const tokens = { input_tokens: 1, output_tokens: 1 };
const usage = { ...tokens, tool_calls: 1, rounds: 1 };
const ids = { approval: `ask_${'1'.repeat(32)}`, question: `ask_${'2'.repeat(32)}` };

/** Returns the beginning of a text, up to a number of UTF-16 units, without half a character. */
function cut(text: string, most: number): string {
  let found = '';
  for (const character of text) {
    if (found.length + character.length > most) break;
    found += character;
  }
  return found;
}

/** Returns the log of a delegated run of a workflow with this text in each field of text of its records. */
export function sealHostileTeam(runId: string, text: string): SealedRecord[] {
  const drafts: [type: string, data: object][] = [
    ...beginning(runId, text),
    ...memory(text),
    ...graph(text),
    ...calls(text),
    ...team(text),
    ['context.compacted', { round: 1, messages: 1, summary: text }],
    [
      'run.ended',
      {
        ...{ status: 'failed', code: text, message: text, answer: text },
        usage,
      },
    ],
  ];
  return sealDrafts(
    { runId, agentId: 'hostile' },
    drafts.map(([type, data]): RecordDraft => ({ type, data: asJson(data) })),
  );
}

type Drafts = [type: string, data: object][];

function beginning(runId: string, text: string): Drafts {
  const nodes = [
    { name: text, agent: text, approve: text },
    { name: `${text} 2`, parallel: [{ name: text, agent: text }] },
  ];
  const parent = {
    ...{ run_id: 'run_above', tool_call_id: text, agent: text, depth: 1 },
    inherited: [{ agent: text, agent_id: text, deny: [text], policies: [] }],
  };
  const edges = [{ from: text, to: `${text} 2`, condition: text }];
  return [
    [
      'run.started',
      sampleStart({
        ...{ run_id: runId, agent: text, title: text, session_id: text.padEnd(6, '-'), system_prompt: text },
        ...{ parent, graph: { entry: text, nodes, edges } },
      }),
    ],
    ['kairo.user.message', { ...sampleMessage, text, origin: text }],
    ['kairo.intent.started', { intentId: text, query: text, context: {} }],
  ];
}

function memory(text: string): Drafts {
  const key = cut(text.replaceAll(/\p{Cc}/gu, ' '), 200) || 'x';
  const entry = {
    ...{ id: hash, agent: text, session_id: text, time, text: cut(text, 4_000), tainted: true, key },
    metadata: { [cut(text, 50)]: cut(text, 300) },
    edited: { by: cut(text, 200), time },
    origin: { run_id: text, seq: 0, hash },
  };
  const value = { key: cut(text, 64), value: cut(text, 4_096), tainted: true, tool_call_id: text };
  return [
    ['memory.found', { round: 1, entries: [entry] }],
    ['memory.recalled', { round: 1, entries: [entry] }],
    ['memory.memorized', { entries: [entry] }],
    ['memory.remembered', value],
    ['memory.unavailable', { operation: 'recall', code: text, message: cut(text, 1_000) }],
  ];
}

function graph(text: string): Drafts {
  const result = { id: text, agent: text, run_id: text, status: 'failed', code: text, message: text };
  const branches = { node: `${text} 2`, attempt: 1 };
  return [
    ['graph.node_started', { node: text, visit: 1, agent: text }],
    ['graph.node_ended', { node: text, visit: 1, output: { [text]: text } }],
    [
      'graph.edge_taken',
      { from: text, to: `${text} 2`, condition: text, passed_by: [{ to: text, condition: text }] },
    ],
    ['graph.node_started', { node: `${text} 2`, visit: 1 }],
    ['graph.branches_started', { ...branches, visit: 1, branches: [{ id: text, agent: text }] }],
    [
      'graph.branches_ended',
      { ...branches, results: [{ ...result, answer: text, tainted: true }], delegated: usage },
    ],
  ];
}

/** A delegating call with its approval, and a call with a question about its outcome. */
function calls(text: string): Drafts {
  const args = { [text]: text };
  const arguments_sha256 = sha256Hex(canonicalJsonBytes(args));
  const rule = { layer: 'policy', rule: text, effect: 'confirm', agent: text };
  const policy = { name: text, version: text, sha256: hash };
  const about = { tool_call_id: 'call_1', tool: 'delegate', arguments_sha256, risk: text };
  const by = {
    ...{ kind: 'person', name: cut(text, 200), via: 'home' },
    certificate: {
      ...{ object_key: cut(text, 400), sha256: hash },
      approvers: [{ role: cut(text, 20), id: cut(text, 100) }],
    },
  };
  const reason = cut(text, 1_000);
  const outcome = {
    ...{ status: 'error', content: [{ type: 'text', text }], error: { code: text, message: text } },
    metadata: { runs: [{ run_id: text, agent: text }] },
  };
  return [
    [
      'model.requested',
      { model_call_id: 'model_1', round: 1, provider: text, model: text, max_output_tokens: 1 },
    ],
    [
      'model.answered',
      {
        ...{ model_call_id: 'model_1', content: text, thought: text, stop_reason: text, model: text },
        ...{ provider: text, usage: tokens, elapsed_ms: 1, attempts: [] },
        tool_calls: [{ id: text, name: text, arguments: text }],
      },
    ],
    [
      'call.requested',
      {
        ...{ tool_call_id: 'call_1', requested_name: text, name: 'delegate', name_resolution: 'exact' },
        ...{ arguments: args, arguments_summary: text, source: 'native', schema_errors: [text] },
      },
    ],
    [
      'policy.decided',
      {
        ...{ action: 'tool.call', effect: 'confirm', code: text, agent: text, tainted: true, ...about },
        rules: [{ ...rule, policy, bound_by: 'admin' }],
        condition_errors: [{ policy, rule: text, error: 'wrong_type' }],
      },
    ],
    [
      'approval.requested',
      {
        ...{ approval_id: ids.approval, arguments: args, ...about, rules: [rule], tainted: true },
        ...{ required: true, deny_effect: 'continue', reason: 'needs_approval', expires_at: time },
      },
    ],
    [
      'approval.decided',
      { approval_id: ids.approval, arguments_sha256, decision: 'deny', by, reason, values: args },
    ],
    ['call.finished', { tool_call_id: 'call_1', outcome, settled: false, elapsed_ms: 1 }],
    [
      'call.questioned',
      {
        ...{ question_id: ids.question, arguments: args, ...about, invoked_at: time },
        reason: 'outcome_unknown',
      },
    ],
    ['call.answered', { question_id: ids.question, arguments_sha256, answer: 'give_up', by, reason }],
    [
      'policy.decided',
      {
        action: 'model.use',
        effect: 'deny',
        code: text,
        rules: [rule],
        agent: text,
        tainted: true,
        provider: text,
        model: text,
      },
    ],
  ];
}

/** Handoffs, agents that join, and guardrails. */
function team(text: string): Drafts {
  const hop = { tool_call_id: text, from: text, to: text, condition: text };
  const check = { name: text, policy: 'reject', passed: false, errors: [cut(text, 300)], attempt: 1 };
  return [
    ['handoff.requested', { ...hop, reason: text, payload: { [text]: text }, depth: 1 }],
    ['handoff.refused', { ...hop, code: 'condition_not_met', error: 'wrong_type' }],
    ['run.leg_resumed', { leg: 1, agent: text, pinned_in: 0 }],
    ['run.leg_unavailable', { agent: text, code: text, message: cut(text, 1_000) }],
    ['guardrail.judged', { guardrail: text, passed: false, errors: [cut(text, 300)] }],
    ['guardrail.checked', { ...check, tool_call_id: text }],
    ['guardrail.failed_to_judge', { guardrail: text, code: cut(text, 100), message: cut(text, 300) }],
  ];
}
