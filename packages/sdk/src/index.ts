export {
  type AuthorSignatureResult,
  estimateTokens,
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
export type { ApprovalView } from './agent/approval.ts';
export type { HeartbeatStatus } from './agent/heartbeat.ts';
export { createIdentity, type Identity } from './agent/identity.ts';
export { loadOrCreateIdentity } from './agent/identity-file.ts';
export type { PolicyBundleView } from './agent/policy-bundle.ts';
export { renderPrompt } from './agent/render-prompt.ts';
export type {
  CircleListing,
  FeedEvent,
  Me,
  Registration,
  StoreDescription,
  TaskListing,
  TopicListing,
} from './api/answers.ts';
export { CardCache } from './cards/card-cache.ts';
export type { CardCacheOptions, CardCacheStatistics } from './cards/card-cache-options.ts';
export type { CardView } from './cards/card-view.ts';
export type { Circle } from './circles/circle.ts';
export type { PendingRequest } from './circles/pending-request.ts';
export type { ContextOptions, TopicContext } from './context/context-view.ts';
export { Fence } from './context/fence.ts';
export type { MaySay } from './context/may-say.ts';
export { lineLabel } from './context/own-words.ts';
export { minimumContextTokens } from './context/render-context.ts';
export type { OpenStore } from './credentials/open-store.ts';
export type { Agents, FindAgentsOptions } from './discovery/agents.ts';
export { AccessDeniedError } from './errors/access-denied-error.ts';
export { AgentHomeError, UsageError } from './errors/agent-home-error.ts';
export { ApiError, ConnectionError } from './errors/api-error.ts';
export { CircleError, type CircleErrorCode } from './errors/circle-error.ts';
export { IdentityError } from './errors/identity-error.ts';
export { JoinError } from './errors/join-error.ts';
export { PolicyError } from './errors/policy-error.ts';
export { PromptError } from './errors/prompt-error.ts';
export { SchemaError } from './errors/schema-error.ts';
export { TaskError } from './errors/task-error.ts';
export { InputRejectedError, TopicError } from './errors/topic-error.ts';
export { TrustStoreError } from './errors/trust-store-error.ts';
export type { FeedOptions } from './feed/feed.ts';
export type { HistoryOptions } from './feed/history.ts';
export type { FeedItem } from './feed/iterate-events.ts';
export { AgentHome, type RunRecordBatch } from './home/agent-home.ts';
export type { CardDraft } from './home/agent-home-parts.ts';
export { connect } from './home/connect.ts';
export type { ConnectOptions } from './home/options.ts';
export { type VisitOptions, type Visitor, visit } from './home/visit.ts';
export { type FoundHome, inspectHome } from './join/inspect-home.ts';
export { join } from './join/join.ts';
export {
  type FirstLine,
  type JoinOptions,
  type JoinProgress,
  type JoinStep,
  joinSteps,
} from './join/options.ts';
export type { VerificationFailure } from './read/failure-reporter.ts';
export type { Grant } from './shared/grant.ts';
export type { Log } from './shared/log.ts';
export type { Artifact } from './tasks/artifact.ts';
export type { Task } from './tasks/task.ts';
export type { FollowTasksOptions, Tasks } from './tasks/tasks.ts';
export type { Container, Decision } from './topic-reading/decision.ts';
export type { Polling } from './topic-reading/looking-pace.ts';
export type { MessageView } from './topic-reading/message-view.ts';
export type { ReadableTopic, ReadOptions } from './topic-reading/readable-topic.ts';
export { type PublishedState, type ReplayResult, replayLedger } from './topic-reading/replay.ts';
export type { SummaryView } from './topic-reading/summary-view.ts';
export type { TopicStateNow } from './topic-reading/topic-state-now.ts';
export type { PostOptions, PreparedInput } from './topics/input-writer.ts';
export type { MessageReference } from './topics/message-meta.ts';
export type { SayOptions, Topic } from './topics/topic.ts';
export type { Judged } from './topics/verdict.ts';
export type { Turn, WaitOptions } from './topics/wait-for-turn.ts';
