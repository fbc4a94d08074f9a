export { type Judgement, judge, type RawInput } from './judge/judge.ts';
export type { InputProblem } from './judge/read-input.ts';
export { adminActionSchema, type TopicTerms, topicTermsSchema } from './judge/topic-terms.ts';
export type {
  AdminAction,
  AnyMode,
  AuthorFacts,
  Effect,
  ModeContext,
  ModeDenialCode,
  ModeInput,
  Writable,
} from './mode.ts';
export { findMode, modes } from './registry.ts';
export { ReplayError, type ReplayState, replayEntry } from './replay/replay-topic.ts';
export { numberOfId, requestPrefix } from './shared/numbered-ids.ts';
