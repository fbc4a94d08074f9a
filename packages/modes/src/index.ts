export { readIdiom } from './catalogue/idiom-chain/read-idiom.ts';
export { pathOf, type Reference, readReferences } from './catalogue/threaded/references.ts';
export { decide, factsWanted, type Judgement, judge } from './judge/judge.ts';
export {
  type OpenedInput,
  openInput,
  placeOf,
  type RawInput,
  type SealedInput,
} from './judge/open-input.ts';
export type { InputProblem } from './judge/read-input.ts';
export type { RefusalDetail } from './judge/refusal-detail.ts';
export { revealSchema, type TopicTerms, topicTermsSchema } from './judge/topic-terms.ts';
export { unansweredFacts } from './judge/unanswered-facts.ts';
export type { CurrentTurn } from './mode/current-turn.ts';
export type {
  ContainerReference,
  FactRequest,
  Facts,
  ProposalFact,
  ProposalType,
  Records,
} from './mode/facts.ts';
export type { Line, LineStage } from './mode/line.ts';
export type {
  AnyMode,
  AuthorFacts,
  Effect,
  MessagePlace,
  ModeContext,
  ModeInput,
  ModeVerdict,
  Owed,
  Place,
  ProposalDecision,
  SummaryPart,
  Writable,
} from './mode/mode.ts';
export {
  type EntryWords,
  entryWords,
  messageIn,
  type Reveal,
  readReveal,
  revealIn,
} from './reading/entry-words.ts';
export { revealFinding } from './reading/reveal-finding.ts';
export { judgeSeen, type SeenClaim, seenClaim } from './reading/seen-claim.ts';
export {
  type ReasonCode,
  type ReasonGiver,
  type ReasonOf,
  reasonCodes,
  reasons,
  type TopicReasonCode,
  whenGiven,
} from './reasons/reasons.ts';
export { type ModeName, type ModeTypes, modeNames } from './registry/catalogue.ts';
export { findMode, modes } from './registry/registry.ts';
export { eraseEntry } from './replay/erase-entry.ts';
export { parseRecordedContext, type RecordedContext } from './replay/recorded-context.ts';
export { ReplayError, type ReplayState, replayEntry } from './replay/replay-topic.ts';
export { numberOfId, requestPrefix } from './shared/numbered-ids.ts';
export { randomCommitment, randomValue } from './shared/random.ts';
