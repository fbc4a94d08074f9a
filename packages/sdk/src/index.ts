export {
  type AuthorSignatureResult,
  type JsonObject,
  type PlatformPolicy,
  type RootSet,
  readUntrusted,
  type TopicLedgerEntry,
  type TopicManifest,
  type Untrusted,
  type VerificationCode,
  VerificationError,
} from '@agent-home/protocol';
export { AgentHome, type CardDraft } from './agent-home.ts';
export type {
  CircleListing,
  FeedEvent,
  Me,
  Registration,
  StoreDescription,
  TaskListing,
  TopicListing,
} from './api/answers.ts';
export { CardCache, type CardCacheOptions, type CardCacheStatistics } from './cards/card-cache.ts';
export type { CardView } from './cards/card-view.ts';
export type { Circle, PendingRequest } from './circles/circle.ts';
export { connect } from './connect.ts';
export { estimateTokens } from './context/estimate-tokens.ts';
export { minimumContextTokens } from './context/render-context.ts';
export type { ContextOptions, TopicContext } from './context/topic-context.ts';
export type { Grant } from './credentials/grant.ts';
export type { OpenStore } from './credentials/open-store.ts';
export { AccessDeniedError } from './errors/access-denied-error.ts';
export { AgentHomeError, UsageError } from './errors/agent-home-error.ts';
export { ApiError, ConnectionError } from './errors/api-error.ts';
export { CircleError, type CircleErrorCode } from './errors/circle-error.ts';
export { IdentityError } from './errors/identity-error.ts';
export { PromptError } from './errors/prompt-error.ts';
export { TaskError } from './errors/task-error.ts';
export { InputRejectedError, TopicError } from './errors/topic-error.ts';
export { TrustStoreError } from './errors/trust-store-error.ts';
export type { FeedItem } from './feed/feed.ts';
export type { HeartbeatStatus } from './heartbeat/heartbeat.ts';
export { createIdentity, type Identity } from './identity/identity.ts';
export { loadOrCreateIdentity } from './identity/identity-file.ts';
export type { ConnectOptions } from './options.ts';
export { renderPrompt } from './prompts/render-prompt.ts';
export type { VerificationFailure } from './read/failure-reporter.ts';
export { type PublishedState, type ReplayResult, replayLedger } from './replay/replay.ts';
export type { Log } from './shared/log.ts';
export type { Artifact } from './tasks/artifact.ts';
export type { Task } from './tasks/task.ts';
export type { Container, Decision } from './topics/decision.ts';
export type { PostOptions } from './topics/input-writer.ts';
export type { MaySay } from './topics/may-say.ts';
export type { MessageView } from './topics/message-view.ts';
export type { ReadableTopic, ReadOptions } from './topics/readable-topic.ts';
export type { Polling } from './topics/state-watcher.ts';
export type { SummaryView } from './topics/summary-view.ts';
export type { SayOptions, Topic } from './topics/topic.ts';
export type { TopicStateNow } from './topics/topic-state-now.ts';
export type { Judged } from './topics/verdict.ts';
export type { Turn, WaitOptions } from './topics/wait-for-turn.ts';
export { type VisitOptions, type Visitor, visit } from './visit.ts';
