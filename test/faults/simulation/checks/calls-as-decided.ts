import { argumentsSha256 } from '@agent-home/agent-runtime';
import { decisionCodes } from '@agent-home/agent-runtime/policy';
import type { JsonObject } from '@agent-home/protocol';
import type { HouseholdEvidence, RunEvidence } from '../residents/household-evidence.ts';
import type { Finding } from './evidence.ts';

const check = 'calls as decided';

/** Facts of one call in a log. */
interface LoggedCall {
  /** SHA-256 of its arguments, where the model wrote them, where they were decided on, and where the call was made. */
  sha256s: Set<string>;
  isMade: boolean;
  /** Reason why it must not be made, if the latest decision on it is one. */
  refusal?: string;
  /** The same, if it was made all the same. */
  madeAgainst?: string;
  result?: { isError: boolean; status: string; code: string };
}

/** Codes of results with which a model learns that a call was not made. */
const refusals: ReadonlySet<string> = new Set([
  'approval_denied',
  'approval_expired',
  'approval_unavailable',
  ...decisionCodes,
]);

/**
 * Requires that each call is requested, decided on and made with the same arguments, that a denied or refused call was not made and
 * that its model reads a refusal, and that a run counts exactly the calls that it made.
 */
export function callsAsDecided({ runs }: Pick<HouseholdEvidence, 'runs'>): Finding[] {
  return runs.flatMap((run) => [
    ...[...collectCalls(run)].flatMap(([callId, call]) =>
      judgeCall(`${run.runId} ${callId}`, call, run.records.at(-1)?.data.code),
    ),
    ...judgeCount(run),
  ]);
}

/** @param ending code with which the run has ended, which is the result of its open calls */
function judgeCall(
  subject: string,
  { sha256s, isMade, refusal, madeAgainst, result }: LoggedCall,
  ending: unknown,
): Finding[] {
  const isRefusal =
    result?.isError === true &&
    result.status === 'error' &&
    (refusals.has(result.code) || result.code === ending);
  return [
    ...(sha256s.size > 1 ? [{ check, subject, problem: 'has other arguments in one of its records' }] : []),
    ...(madeAgainst === undefined
      ? []
      : [{ check, subject, problem: `was made after its refusal: ${madeAgainst}` }]),
    ...(refusal !== undefined && !isMade && result && !isRefusal
      ? [{ check, subject, problem: `was refused (${refusal}), and its model reads ${result.code}` }]
      : []),
  ];
}

/** Compares the count at the end of a run, which its limits and its owner's bill rest on, with the calls in its log. */
function judgeCount({ runId: subject, records }: RunEvidence): Finding[] {
  const last = records.at(-1);
  if (last?.type !== 'run.ended') return [];
  const { tool_calls: counted } = last.data.usage as Record<string, unknown>;
  const made = records.filter(({ type }) => type === 'kairo.tool.invoke').length;
  return counted === made ? [] : [{ check, subject, problem: `made ${made} calls and counted ${counted}` }];
}

function collectCalls({ records }: RunEvidence): Map<string, LoggedCall> {
  const calls = new Map<string, LoggedCall>();
  const asked = new Map<string, string>();
  const callOf = (id: unknown) => {
    const known = calls.get(String(id)) ?? { sha256s: new Set<string>(), isMade: false };
    calls.set(String(id), known);
    return known;
  };
  const hash = (args: unknown) => argumentsSha256((args ?? {}) as JsonObject);
  for (const { type, data } of records) {
    if (type === 'call.requested' && data.problem === undefined && data.source !== 'invalid_args')
      callOf(data.tool_call_id).sha256s.add(hash(data.arguments));
    if (type === 'approval.requested') {
      asked.set(String(data.approval_id), String(data.tool_call_id));
      callOf(data.tool_call_id).sha256s.add(hash(data.arguments)).add(String(data.arguments_sha256));
    }
    if (type === 'policy.decided' && data.action === 'tool.call') {
      const call = callOf(data.tool_call_id);
      call.sha256s.add(String(data.arguments_sha256));
      if (data.effect === 'deny') call.refusal = String(data.code);
      else delete call.refusal;
    }
    if (type === 'approval.decided' && data.decision !== 'approve') {
      const callId = asked.get(String(data.approval_id));
      if (callId !== undefined) callOf(callId).refusal = `approval: ${String(data.decision)}`;
    }
    if (type === 'kairo.tool.invoke') {
      const call = callOf(data.toolCallId);
      call.sha256s.add(hash(data.args));
      call.isMade = true;
      if (call.refusal !== undefined) call.madeAgainst = call.refusal;
    }
    if (type === 'kairo.tool.result') {
      const { status, error } = data.result as { status: string; error?: { code: string } };
      callOf(data.toolCallId).result = {
        isError: data.isError === true,
        status,
        code: error?.code ?? status,
      };
    }
  }
  return calls;
}
