export { checkedValue, type FindValue } from './beside/checked-value.ts';
export {
  largestValueInLog,
  putBack,
  putNextTo,
} from './beside/large-values.ts';
export { type Privacy, privacyOf } from './beside/private-members.ts';
export { unjudgedMembers, withheldData } from './beside/unjudged.ts';
export * from './catalogue/approval-types.ts';
export * from './catalogue/call-types.ts';
export {
  catalogue,
  type InputType,
  isInput,
  isRecordType,
  type RecordData,
  type RecordType,
} from './catalogue/catalogue.ts';
export * from './catalogue/deciding-rule.ts';
export * from './catalogue/delegation-types.ts';
export * from './catalogue/graph-types.ts';
export * from './catalogue/guardrail-types.ts';
export * from './catalogue/handoff-types.ts';
export * from './catalogue/media.ts';
export * from './catalogue/memory-types.ts';
export * from './catalogue/model-types.ts';
export * from './catalogue/pinned-rules.ts';
export * from './catalogue/policy-bundle-types.ts';
export { type PresentRules, presentRulesSchema } from './catalogue/present-rules.ts';
export * from './catalogue/private-fields.ts';
export * from './catalogue/repair-types.ts';
export * from './catalogue/run-types.ts';
export * from './catalogue/session-memory.ts';
export * from './catalogue/transcript.ts';
export * from './catalogue/usage.ts';
export {
  emptyLog,
  hashLine,
  type LogHead,
  noRecordBefore,
  type RecordDraft,
  recordId,
  type SealedRecord,
  sealRecord,
} from './chain/seal-record.ts';
export { type VerifiedLog, verifyData, verifyLine, verifyLog } from './chain/verify-log.ts';
export { type Commitment, RunVerifier } from './chain/verify-run.ts';
export {
  createDisclosure,
  parseDisclosure,
  type RunDisclosure,
  runDisclosureSchema,
} from './disclosure/disclosure.ts';
export {
  DisclosureError,
  type DisclosureErrorCode,
  disclosureErrorCodes,
} from './disclosure/disclosure-error.ts';
export { requireCommitment, type VerifiedMessage, verifyMessage } from './disclosure/verify-message.ts';
export { LogError, type LogErrorCode, logErrorCodes } from './record/log-error.ts';
export type { FollowedRecord, RunRecord } from './record/run-record.ts';
export { chosenSpans } from './views/chosen-spans.ts';
export { runDag } from './views/dag.ts';
export { messageOfOutput } from './views/dag-message.ts';
export type { Dag, DagEdge, DagNode, OutputDelta } from './views/dag-node.ts';
export { type GraphProgress, graphProgress } from './views/graph-progress.ts';
export { type GuardrailReport, guardrailReport } from './views/guardrail-report.ts';
export { type KairoEvent, kairoEvent } from './views/kairo-event.ts';
export { otlpTrace } from './views/otlp-trace.ts';
export { getPreview } from './views/preview.ts';
export { followRunEvents, type RunEvent, type RunEventType, runEvents } from './views/run-event.ts';
export { addToFacts, type RunFacts, runFactsSchema } from './views/run-facts.ts';
export { followPlans, type PlannedAction, type RunPlan } from './views/run-plans.ts';
export { runConversation } from './views/run-view/conversation.ts';
export { runDagItems } from './views/run-view/dag-items.ts';
export { type Piece, type PieceLimits, takePiece } from './views/run-view/pieces.ts';
export { runGraph } from './views/run-view/run-graph.ts';
export { runOverview } from './views/run-view/run-overview.ts';
export { runTimeline } from './views/run-view/run-timeline.ts';
export * from './views/run-view/run-view-schema.ts';
export { longestShownText, type ShownText } from './views/run-view/shown-text.ts';
export { type ConversationStep, conversationStepSchema, type StepOf } from './views/run-view/step-schema.ts';
export { isSampledRun } from './views/sampled-run.ts';
export { spansWithContents } from './views/span-contents/spans-with-contents.ts';
export { getTraceId } from './views/span-ids.ts';
export { type ReplayCounts, type ReplayEvent, type TeamReplay, teamReplay } from './views/team-replay.ts';
export { type ToolResult, toolResult } from './views/tool-result.ts';
export {
  followTraceEvents,
  type GuardrailTrace,
  type HandoffTrace,
  type LlmTrace,
  type ToolTrace,
  type TraceEvent,
  traceEvents,
} from './views/trace-event.ts';
export { type TraceSpan, traceSpans } from './views/trace-span.ts';
