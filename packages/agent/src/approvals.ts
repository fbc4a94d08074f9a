import { allowedByPattern, type PersonsWord, type Question } from '@agent-home/agent-runtime';
import { type AllowedCalls, CallPatternError, parseCallPattern } from '@agent-home/agent-runtime/definition';
import type { JsonObject } from '@agent-home/protocol';
import type { Asking } from '@agent-home/runtime-node';
import { AgentError } from './agent-error.ts';
import type { AgentSource } from './agent-source.ts';

/** Call that the rules allow only after an approval, or a question of a graph. */
export interface ApprovalRequest {
  runId: string;
  agent: string;
  /** Name of the tool; `person` for a question of a graph. */
  tool: string;
  /** Exactly the arguments of the call; for a question of a graph its text as `question`. */
  arguments: JsonObject;
  /** Node of the graph that has the question; absent for a call. */
  node?: string;
  risk: string;
  /** True if the run has read text of third parties. */
  tainted: boolean;
  /** Aborted once the answer is not needed any more. */
  signal: AbortSignal;
}

/** Decision of a callback: `wait` leaves the run waiting in its store until `resume`. */
export type ApprovalAnswer = 'allow' | 'deny' | 'wait';

/** Decides on a call. Any value except `allow` and `wait`, and an error, denies it. */
export type OnApproval = (request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>;

/** Answers to questions of a run. */
export interface ApprovalOptions {
  /**
   * Decides on calls that need approval and that no pattern covers. If absent, these calls are refused and the model continues without
   * them.
   */
  onApproval?: OnApproval;
  /**
   * Patterns of calls that need no further approval, such as `bash(git diff *)`, `write_file(docs/**)` or the name of a tool. Policies
   * still apply. Patterns of the settings apply to agents that read these.
   */
  allow?: readonly string[];
}

/**
 * Returns the patterns of the options and of the settings.
 * @throws AgentError `invalid_pattern`
 */
export function collectAllowed(
  { allow = [] }: ApprovalOptions,
  { loaded, project }: AgentSource,
): AllowedCalls[] {
  for (const pattern of allow) requirePattern(pattern);
  const stored = loaded?.settings.approvals.allow ?? [];
  return [
    ...allow.map((pattern) => ({ pattern })),
    ...stored.filter((each) => each.project === undefined || each.project === project),
  ];
}

function requirePattern(pattern: string): void {
  try {
    parseCallPattern(pattern);
  } catch (error) {
    if (!(error instanceof CallPatternError)) throw error;
    throw new AgentError('invalid_pattern', error.message, { cause: error });
  }
}

/** Returns the port by which a run prompts its caller; undefined if nothing can approve a call. */
export function toAsking(
  onApproval: OnApproval | undefined,
  allowed: readonly AllowedCalls[],
): Asking | undefined {
  if (!onApproval && allowed.length === 0) return undefined;
  return {
    // Without a callback, a question that no pattern covers ends the run; with one, no reply leaves the run waiting.
    otherwise: onApproval ? 'leave' : 'fail',
    async ask({ runId, agent, question }, signal) {
      if (question.kind !== 'approval') return undefined;
      const found = allowedByPattern(question, allowed);
      if (found) return toWord(question, { isAllowed: true, reason: `allowed by ${found.pattern}` }, 'allow');
      if (!onApproval)
        return question.data.node === undefined
          ? toWord(question, { isAllowed: false, reason: 'no pattern allows it' }, 'allow')
          : undefined;
      const { tool, arguments: args, risk, tainted, node } = question.data;
      // A copy, so that the callback cannot change the call.
      const copy = structuredClone(args) as JsonObject;
      const ofNode = node === undefined ? {} : { node };
      const request = { runId, agent, tool, arguments: copy, ...ofNode, risk, tainted, signal };
      const answer = await Promise.race([decide(onApproval, request), whenAborted(signal)]);
      return answer && toWord(question, answer, 'onApproval');
    },
  };
}

function toWord(
  { id, data }: Question,
  { isAllowed, reason }: { isAllowed: boolean; reason: string },
  name: string,
): PersonsWord {
  const word = isAllowed ? 'approve' : 'deny';
  const via = name === 'allow' ? { via: 'setup' as const } : {};
  return { questionId: id, argumentsSha256: data.arguments_sha256, word, name, reason, ...via };
}

/** @returns undefined for a run that shall wait */
async function decide(
  onApproval: OnApproval,
  request: ApprovalRequest,
): Promise<{ isAllowed: boolean; reason: string } | undefined> {
  try {
    const answer = await onApproval(request);
    return answer === 'wait' ? undefined : { isAllowed: answer === 'allow', reason: '' };
  } catch {
    return { isAllowed: false, reason: 'the approval callback failed' };
  }
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
