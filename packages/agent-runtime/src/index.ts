export { allowedByPattern, callOfQuestion, isCoverable } from './approvals/allowed-calls.ts';
export { unknownOutcome } from './approvals/approvals.ts';
export {
  answerOfClock,
  getAnswer,
  getQuestion,
  inputOfAnswer,
  nobodyToAsk,
  type WrongAnswer,
  wrongAnswer,
} from './approvals/question.ts';
export { leastOutputTokens } from './budgets/ask-model.ts';
export { failedOutcome, resultText } from './calls/result-text.ts';
export { tokensOfRequest, tokensOfText } from './context/estimate-context.ts';
export { describeReadResult, partOfResult, readResultTool, resultOfCall } from './context/read-on.ts';
export { lastTurns } from './context/turns.ts';
export { withoutMedia } from './context/without-media.ts';
export {
  describeDelegate,
  longestTask,
  mostDepth,
  mostTasks,
  taskMessage,
} from './delegation/delegate-tool.ts';
export { delegatedStart, delegatingAgent, isCostLimited } from './delegation/delegated-start.ts';
export { chargedUsage, sumUsage } from './delegation/delegated-usage.ts';
export { RuntimeError, type RuntimeErrorCode, runtimeErrorCodes } from './errors/runtime-error.ts';
export { readOutput } from './guardrails/judge-output.ts';
export { describeHandoff, handoffTool, mostHandoffs } from './handoff/handoff.ts';
export { agentAtWork, agentContext } from './legs/agent-context.ts';
export { type Effect, nextEffect } from './loop/effect.ts';
export { runUsage } from './loop/end-run.ts';
export { type Step, transition } from './loop/transition.ts';
export { getScope } from './memory/memory.ts';
export { searchResultText } from './memory/memory-text.ts';
export { describeRemember, rememberTool } from './memory/session-values.ts';
export { keyedEntry, keyedEntryId } from './memory/stored-values.ts';
export { argumentsSha256 } from './ports/arguments-sha256.ts';
export { CallTicket } from './ports/call-ticket.ts';
export type { DelegatedTask } from './ports/delegated-task.ts';
export {
  isInScope,
  type KeyedValue,
  type MemoryQuery,
  type MemoryScope,
  type MemoryStore,
  type NamedEntry,
} from './ports/memory-store.ts';
export {
  type ModelAnswer,
  type ModelCallContext,
  type ModelConversation,
  type ModelFailure,
  type ModelPort,
  type ModelStep,
  nativeRuntime,
} from './ports/model-port.ts';
export type { ModelRequest, OfferedTool } from './ports/model-request.ts';
export type { OutputValidators, ValidatedOutput } from './ports/output-validators.ts';
export type { PreparedCall } from './ports/prepared-call.ts';
export { type Answer, type PersonsWord, personsWords, type Question } from './ports/question.ts';
export type { RunInput } from './ports/run-input.ts';
export type { RunRequest, RunStore, RunSummary, RunWriter, StoredLog } from './ports/run-store.ts';
export { maximumOutcomeBytes, type ToolOutcome } from './ports/tool-outcome.ts';
export type {
  CallContext,
  RiskLevel,
  Settlement,
  ToolDescription,
  ToolProvider,
  ToolSource,
} from './ports/tool-provider.ts';
export { askUserTool, queryMetadata } from './querying/query-user.ts';
export { forkPoint } from './replay/fork-point.ts';
export { type Replayed, replayLog } from './replay/replay-log.ts';
export {
  type CompiledTriggers,
  compileTriggers,
  routedCharacters,
  type SharedTrigger,
} from './routing/route-prompt.ts';
export type {
  Candidate,
  DecidedBy,
  NearAgent,
  RefusedRegex,
  RoutedAgent,
  Routing,
  Trigger,
  TriggerMatch,
} from './routing/routing.ts';
export { delegateTool } from './run-log/index.ts';
export { isUsableSchema, schemaErrors } from './schemas/schema-validator.ts';
export type { AgentContext } from './state/legs-state.ts';
export { callQuestion } from './state/run-facts.ts';
export type { RunState } from './state/run-state.ts';
export { getWording } from './wording/select-wording.ts';
