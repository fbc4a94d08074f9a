import { setTimeout as delay } from 'node:timers/promises';
import { allowedByPattern, type PersonsWord, type Question } from '@agent-home/agent-runtime';
import type { ApprovalCertificate } from '@agent-home/agent-runtime/run-log';
import { canonicalJson } from '@agent-home/protocol';
import { type AgentHome, ApiError, type ApprovalView } from '@agent-home/sdk';

type ApprovalQuestion = Extract<Question, { kind: 'approval' }>;

interface Asked {
  runId: string;
  question: ApprovalQuestion;
}

interface AllowedPattern {
  pattern: string;
  name: string;
  certificate: ApprovalCertificate;
}

interface Ports {
  home: Pick<AgentHome, 'requestApproval' | 'withdrawApproval' | 'approval'>;
  log: (message: string, facts: Record<string, unknown>) => void;
  /** Aborts when the process stops; questions then stay in the home for the next process. */
  stopping: AbortSignal;
}

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;
const refusedForGood: ReadonlySet<string> = new Set(['invalid_input', 'invalid_request']);
/** Limit of the rules that approvers see. */
const mostRules = 32;

/**
 * Questions of a resident's runs to the approvers in its home. A decision counts only by its certified object in the bucket, for
 * exactly this call of this run; the feed only makes this process read it sooner.
 */
export class HomeApprovals {
  readonly #ports: Ports;
  readonly #notices = new Map<string, () => void>();
  /** Patterns that approvers allowed for a session, by session. */
  readonly #allowed = new Map<string, AllowedPattern[]>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Reads the decision on a question now, because the feed reported one. */
  notify(approvalId: string): void {
    this.#notices.get(approvalId)?.();
  }

  /** Returns the approval of a call that a pattern of the session covers. */
  allowed(question: ApprovalQuestion, session: string): PersonsWord | undefined {
    const found = allowedByPattern(question, this.#allowed.get(session) ?? []);
    return found && toWord(question, { ...found, word: 'approve', via: 'setup', reason: found.pattern });
  }

  /**
   * Waits for a certified decision.
   * @param session session to which an allowed pattern applies
   * @returns undefined once the signal aborts: the question was answered elsewhere, has expired, or the process stops
   */
  async decide(
    { runId, question }: Asked,
    { session, signal }: { session: string; signal: AbortSignal },
  ): Promise<PersonsWord | undefined> {
    try {
      await this.#request(runId, question, signal);
      const view = await this.#await(runId, question, signal);
      return this.#take(question, view, session);
    } catch (error) {
      if (!signal.aborted) throw error;
      if (!this.#ports.stopping.aborted) await this.#withdraw(question.id);
      return undefined;
    }
  }

  #take(
    question: ApprovalQuestion,
    { approval, objectKey, sha256 }: ApprovalView,
    session: string,
  ): PersonsWord {
    const approvers = approval.decided_by.map(({ role, id }) => ({ role, id }));
    const certificate = { object_key: objectKey, sha256, approvers };
    const name = approvers
      .map(({ id }) => id)
      .join(' and ')
      .slice(0, 200);
    const { decision: word, reason, allow } = approval;
    if (word === 'approve' && allow !== undefined)
      this.#allowed.set(session, [
        ...(this.#allowed.get(session) ?? []),
        { pattern: allow, name, certificate },
      ]);
    return toWord(question, { word, via: 'home', name, reason, certificate });
  }

  /** Stores the question in the home; a home that is away is tried again until the question has expired. */
  async #request(runId: string, { id, data }: ApprovalQuestion, signal: AbortSignal): Promise<void> {
    const request = {
      approval_id: id,
      run_id: runId,
      tool_call_id: data.tool_call_id,
      tool: data.tool,
      arguments: canonicalJson(data.arguments),
      arguments_sha256: data.arguments_sha256,
      risk: data.risk,
      rules: data.rules.slice(0, mostRules).map(({ layer, rule, effect, policy }) => ({
        layer,
        rule: rule.slice(0, 200),
        effect,
        ...(policy === undefined ? {} : { policy: `${policy.name}@${policy.version}`.slice(0, 300) }),
      })),
      tainted: data.tainted,
      expires_at: data.expires_at,
    };
    for (let pauseMs = firstPauseMs; ; pauseMs = longer(pauseMs)) {
      signal.throwIfAborted();
      try {
        await this.#ports.home.requestApproval(request);
        return;
      } catch (err) {
        signal.throwIfAborted();
        this.#ports.log('an approval could not be requested in the home', { run: runId, question: id, err });
        // The home refuses the question for good, such as one with arguments over 64 kB. It then expires, which denies the call.
        if (err instanceof ApiError && refusedForGood.has(err.code)) await aborted(signal);
        await delay(pauseMs, undefined, { signal });
      }
    }
  }

  async #await(runId: string, question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalView> {
    const { home, log } = this.#ports;
    for (let pauseMs = firstPauseMs; ; pauseMs = longer(pauseMs)) {
      signal.throwIfAborted();
      try {
        const view = await home.approval(question.id);
        if (view && isFor(view, runId, question)) return view;
        if (view)
          log('an approval is for another call, and is ignored', { run: runId, question: question.id });
      } catch (err) {
        signal.throwIfAborted();
        log('the decision on a call could not be read', { run: runId, question: question.id, err });
      }
      await this.#pause(question.id, pauseMs, signal);
    }
  }

  /** Waits, at most until the feed reports a decision. */
  async #pause(approvalId: string, pauseMs: number, signal: AbortSignal): Promise<void> {
    const ending = new AbortController();
    this.#notices.set(approvalId, () => ending.abort());
    try {
      await delay(pauseMs, undefined, { signal: AbortSignal.any([signal, ending.signal]) }).catch(
        () => undefined,
      );
    } finally {
      this.#notices.delete(approvalId);
    }
  }

  async #withdraw(approvalId: string): Promise<void> {
    await this.#ports.home
      .withdrawApproval(approvalId)
      .catch((err: unknown) =>
        this.#ports.log('a question could not be withdrawn', { question: approvalId, err }),
      );
  }
}

function isFor({ approval }: ApprovalView, runId: string, { id, data }: ApprovalQuestion): boolean {
  return (
    approval.approval_id === id &&
    approval.run_id === runId &&
    approval.tool_call_id === data.tool_call_id &&
    approval.tool === data.tool &&
    approval.arguments_sha256 === data.arguments_sha256 &&
    approval.expires_at === data.expires_at
  );
}

function toWord(
  { id, data }: ApprovalQuestion,
  word: Pick<PersonsWord, 'word' | 'name' | 'reason'> & {
    via: NonNullable<PersonsWord['via']>;
    certificate: ApprovalCertificate;
  },
): PersonsWord {
  const { via, certificate, name, reason } = word;
  return {
    questionId: id,
    argumentsSha256: data.arguments_sha256,
    word: word.word,
    name,
    reason,
    via,
    certificate,
  };
}

const longer = (pauseMs: number) => Math.min(pauseMs * 1.5, longestPauseMs);

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  throw signal.reason;
}
