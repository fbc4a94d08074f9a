/**
 * Texts of the loop that a model, a user or another agent reads. They are part of a run's log and of the size of
 * its requests, so a log replays only with the texts of its format.
 */
/** Text that a guardrail has judged. */
export type GuardedSubject = 'answer' | 'message' | 'input' | 'result of the tool';

export interface Wording {
  /** Prompts of requests in addition to the conversation. */
  readonly compactPrompt: string;
  readonly repairArgumentsPrompt: string;
  readonly repairNamesPrompt: string;
  readonly repairOutputPrompt: string;

  /** Lines in front of text that is data. */
  readonly beforeSummary: string;
  readonly beforeMemory: readonly string[];
  /** Heads an item of a list that a node maps over. */
  itemOfList(number: number, total: number): string;
  readonly beforeNodeOutputs: string;
  handedTask(from: string): string;
  handedOver(to: string): string;

  /** Results for calls that get no decision. */
  readonly callWithoutId: string;
  readonly duplicateCallId: string;
  readonly missingName: string;
  toolUnavailable(name: string): string;
  /** @param suggestion similar names; empty if there are none */
  unknownTool(name: string, suggestion: string): string;
  readonly argumentsTooLarge: string;
  readonly invalidJson: string;
  invalidArguments(errors: string): string;

  /** Results for calls that are refused or not made. */
  withdrawnCall(tool: string): string;
  noApprover(tool: string): string;
  refusedCall(code: string | undefined, tool: string): string;
  approvalExpired(tool: string): string;
  approvalUnavailable(tool: string): string;
  /** @param reason given by the approver; may be empty */
  approvalDenied(tool: string, reason: string): string;
  outcomeUnknown(tool: string): string;
  doneByWord(tool: string, reason: string): string;
  readonly runEndedBefore: string;
  readonly handedOverBefore: string;
  readonly userQueriedBefore: string;

  /** Handoffs. */
  handoffTooDeep(handoffs: number): string;
  readonly handoffToItself: string;
  legUnavailable(agent: string, message: string): string;

  /** Notes below a result. */
  loopWarning(times: number): string;
  repairedCall(parts: string): string;
  /** @param readOn call that reads the rest; undefined if there is none */
  cutResult(shown: number, length: number, readOn: string | undefined): string;

  /** Guardrails. */
  violation(subject: GuardedSubject, guardrail: string, errors: string): string;
  unsaid(violation: string): string;
  withheldAnswer(guardrail: string): string;
  /** Follows the violation of a result that the model is not shown. */
  withheldResult(violation: string): string;
  readonly noReason: string;
  notJudged(message: string, code: string): string;
}
