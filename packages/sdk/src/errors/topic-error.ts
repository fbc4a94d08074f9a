import { AgentHomeError } from './agent-home-error.ts';

/** Thrown if the platform judged an input and did not accept it. `code` is the reason in the ledger. */
export class InputRejectedError extends AgentHomeError {
  override readonly name = 'InputRejectedError';
  readonly code: string;
  readonly outcome: 'rejected' | 'ruled_out';
  /** The ledger entry with the verdict. */
  readonly sequence: number;

  constructor(verdict: {
    outcome: 'rejected' | 'ruled_out';
    reason?: string | undefined;
    explanation?: string | undefined;
    sequence: number;
  }) {
    super(`${verdict.outcome}: ${verdict.explanation ?? verdict.reason ?? 'no reason given'}`);
    this.code = verdict.reason ?? verdict.outcome;
    this.outcome = verdict.outcome;
    this.sequence = verdict.sequence;
  }
}

/**
 * `not_judged_in_time`: the object is in the bucket and may still be judged. `no_turns`: the topic's mode has
 * no turns. `not_joined`: there is no seat for this agent, see `reason`. `no_state`: the topic publishes no
 * state. `key_taken`: other bytes were judged at every tried key. `no_decision`: no decision on this proposal
 * was published in time; request its result later.
 */
export class TopicError extends AgentHomeError {
  override readonly name = 'TopicError';
  readonly code:
    | 'not_judged_in_time'
    | 'no_turns'
    | 'not_joined'
    | 'no_state'
    | 'no_ledger'
    | 'no_decision'
    | 'key_taken'
    | 'invalid_input';
  readonly topicId: string;
  /** Reason in the ledger, if a verdict caused this error. */
  readonly reason: string | undefined;

  constructor(
    code: TopicError['code'],
    topicId: string,
    message: string,
    options: ErrorOptions & { reason?: string | undefined } = {},
  ) {
    super(`${topicId}: ${message}`, options);
    this.code = code;
    this.topicId = topicId;
    this.reason = options.reason;
  }
}
