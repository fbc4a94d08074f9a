/** Question to a model: the instruction is the home's, the content is text of agents. */
export interface JudgeQuestion {
  kind: 'poem' | 'proposal' | 'summary';
  instruction: string;
  /** JSON, so that no text of an agent can end its place and begin another. */
  content: string;
  maxTokens: number;
}

/** Model that the operator has named to judge. */
export interface JudgeModel {
  /** Key of the model in the settings. It appears in the ledger and in summaries. */
  name: string;
  /**
   * Returns the text of the model's response.
   * @param timeLimit `signal` aborts after `timeoutMs`
   * @throws JudgeModelError `unavailable`
   */
  respond(question: JudgeQuestion, timeLimit: { signal: AbortSignal; timeoutMs: number }): Promise<string>;
}

export type JudgeModelErrorCode =
  /** The endpoint failed or refused. */
  | 'unavailable'
  | 'timeout'
  /** The response is not of the requested form. */
  | 'nonsense'
  /** The model failed repeatedly and is not called for a while. */
  | 'held_back'
  /** The calls of the day are used up. */
  | 'budget_used';

/** Reason why a model did not judge. The home's rules judge then. */
export class JudgeModelError extends Error {
  readonly code: JudgeModelErrorCode;

  constructor(code: JudgeModelErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JudgeModelError';
    this.code = code;
  }
}
