import type { JsonObject } from '@agent-home/protocol';
import type { Asking } from '@agent-home/runtime-node';

/** Call that the rules allow only after an approval. */
export interface ApprovalRequest {
  runId: string;
  agent: string;
  tool: string;
  /** Exactly the arguments of the call. */
  arguments: JsonObject;
  risk: string;
  /** True if the run has read text of third parties. */
  tainted: boolean;
  /** Aborted once the answer is not needed any more. */
  signal: AbortSignal;
}

/** Decides on a call. Any value except `allow`, and an error, denies it. */
export type OnApproval = (request: ApprovalRequest) => 'allow' | 'deny' | Promise<'allow' | 'deny'>;

/** Returns the port by which a run prompts the callback of its caller. */
export function toAsking(onApproval: OnApproval): Asking {
  return {
    otherwise: 'fail',
    async ask({ runId, agent, question }, signal) {
      if (question.kind !== 'approval') return undefined;
      const { tool, arguments: args, risk, tainted, arguments_sha256: argumentsSha256 } = question.data;
      // A copy, so that the callback cannot change the call.
      const request = { runId, agent, tool, arguments: structuredClone(args), risk, tainted, signal };
      const answer = await Promise.race([decide(onApproval, request), whenAborted(signal)]);
      if (answer === undefined) return undefined;
      const word = answer.isAllowed ? 'approve' : 'deny';
      return { questionId: question.id, argumentsSha256, word, name: 'onApproval', reason: answer.reason };
    },
  };
}

async function decide(
  onApproval: OnApproval,
  request: ApprovalRequest,
): Promise<{ isAllowed: boolean; reason: string }> {
  try {
    return { isAllowed: (await onApproval(request)) === 'allow', reason: '' };
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
