export type { CurrentTurn } from './current-turn.ts';
export type { ContainerReference, FactRequest, Facts, ProposalFact, ProposalType, Records } from './facts.ts';
export { readIdiom } from './idiom-chain/read-idiom.ts';
export { decide, factsWanted, type Judgement, judge } from './judge/judge.ts';
export { type OpenedInput, openInput, type RawInput, type SealedInput } from './judge/open-input.ts';
export type { InputProblem } from './judge/read-input.ts';
export type { RefusalDetail } from './judge/refusal-detail.ts';
export { revealSchema, type TopicTerms, topicTermsSchema } from './judge/topic-terms.ts';
export { unansweredFacts } from './judge/unanswered-facts.ts';
export type {
  AdminAction,
  AnyMode,
  AuthorFacts,
  Effect,
  ModeContext,
  ModeDenialCode,
  ModeInput,
  Owed,
  Place,
  ProposalDecision,
  Writable,
} from './mode.ts';
export type { ModeTypes } from './mode-types.ts';
export { findMode, modes } from './registry.ts';
export { eraseEntry } from './replay/erase-entry.ts';
export { parseRecordedContext, type RecordedContext } from './replay/recorded-context.ts';
export { ReplayError, type ReplayState, replayEntry } from './replay/replay-topic.ts';
export { numberOfId, requestPrefix } from './shared/numbered-ids.ts';
export { randomCommitment, randomValue } from './shared/random.ts';
export { pathOf, type Reference, readReferences } from './threaded/references.ts';
