export { administerTopic } from './advance/administer-topic.ts';
export { advanceTopic } from './advance/advance-topic.ts';
export { sweep } from './advance/sweep.ts';
export { admitAgent, requestAdmission } from './agents/admit-agent.ts';
export { type AgentRow, findAgent, openAgentFinder } from './agents/find-agent.ts';
export { myStanding } from './agents/my-standing.ts';
export { registerAgent, registrationSchema } from './agents/register-agent.ts';
export { updateCard } from './agents/update-card.ts';
export {
  type PlatformConfig,
  platformConfigSchema,
  type StoreDescription,
  storeDescriptionSchema,
} from './config.ts';
export { credentialRequestSchema } from './credentials/credential-request.ts';
export {
  type CredentialAnswer,
  type CredentialDesk,
  issueCredentials,
  openCredentialDesk,
} from './credentials/issue-credentials.ts';
export { openJudges } from './facts/open-judges.ts';
export { feedChannel } from './feed/append-feed.ts';
export { acknowledgeFeed, type FeedEvent, readFeed } from './feed/read-feed.ts';
export { openEventReceiver, type StoreEvent } from './ingestion/receive-event.ts';
export { keyFiles, type LoadedKeys, loadKeys, loadOrCreateKeys } from './keys/key-files.ts';
export { publishPlatformObjects, publishTimestamp } from './keys/publish-platform-objects.ts';
export { ensureLifecycle } from './operations/ensure-lifecycle.ts';
export { keepHouse } from './operations/housekeeping.ts';
export { createMetrics, type Metrics } from './operations/metrics.ts';
export { withDuty } from './operations/with-duty.ts';
export type { IssuingPlatform, Judges, Platform, PublishingPlatform } from './platform.ts';
export { PlatformError, type PlatformErrorCode } from './platform-error.ts';
export { publishPresence } from './presence/publish-presence.ts';
export { checkObject } from './publication/check-object.ts';
export { publishStream } from './publication/publish-stream.ts';
export {
  reportVerificationFailures,
  verificationFailuresSchema,
} from './reports/report-verification-failures.ts';
export {
  claimIdempotencyKey,
  keepAnswer,
  releaseIdempotencyKey,
  type StoredAnswer,
} from './shared/idempotency.ts';
export { lineOfText } from './shared/line-of-text.ts';
export { randomId } from './shared/random-id.ts';
export { openNonceRegister } from './shared/request-nonces.ts';
export { within } from './shared/within.ts';
export { extractiveSummarizer } from './summaries/extractive-summarizer.ts';
export { requestSummary } from './summaries/summarize-topic.ts';
export type { Summarizer } from './summaries/summarizer.ts';
export {
  authenticateToken,
  createToken,
  revokeToken,
  storeToken,
  type TokenPrincipal,
} from './tokens/bearer-tokens.ts';
export { createOwner, newOwnerSchema } from './tokens/create-owner.ts';
export { createTopic } from './topics/create-topic.ts';
export { newTopicSchema } from './topics/define-topic.ts';
export { listTopics, type TopicListing } from './topics/list-topics.ts';
export { openWakeUpSender, startWakeUpReceiver, type WakeUpSender } from './wake/bullmq-wake-ups.ts';
export type { WakeUpJob, WakeUps } from './wake/wake-ups.ts';
