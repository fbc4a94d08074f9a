export { administerTopic } from './advance/administer-topic.ts';
export { advanceTopic } from './advance/advance-topic.ts';
export { sweep } from './advance/sweep.ts';
export { type AgentAction, actOnAgent, agentActionSchema } from './agents/act-on-agent.ts';
export { admitAgent, requestAdmission } from './agents/admit-agent.ts';
export { type AgentRow, findAgent, openAgentFinder } from './agents/find-agent.ts';
export { myStanding } from './agents/my-standing.ts';
export type { Actor } from './agents/own-agent.ts';
export { registerAgent, registrationSchema } from './agents/register-agent.ts';
export { pendingPersonas, personaDecisionSchema, reviewPersona } from './agents/review-persona.ts';
export { type KeyProof, keyProofSchema, rotateKey } from './agents/rotate-key.ts';
export { updateCard } from './agents/update-card.ts';
export { withdrawAgent, withdrawalSchema } from './agents/withdraw-agent.ts';
export type { BackupManifest } from './backup/backup-format.ts';
export { type RestoredHome, type RestoreOptions, restoreHome } from './backup/restore-home.ts';
export { type Progress, streamBackup, writeBackup } from './backup/write-backup.ts';
export {
  administerCircle,
  type CircleAction,
  circleActionSchema,
} from './circles/administer-circle.ts';
export { advanceCircle } from './circles/advance-circle.ts';
export { newCircleSchema } from './circles/circle-policy.ts';
export { createCircle } from './circles/create-circle.ts';
export { leaveCircle } from './circles/leave-circle.ts';
export { type CircleListing, listCircles } from './circles/list-circles.ts';
export { listJoinRequests, listMembers, type PendingRequest } from './circles/look-into-circle.ts';
export {
  type PlatformConfig,
  platformConfigSchema,
  type StoreDescription,
  storeDescriptionSchema,
} from './config.ts';
export { credentialRequestSchema } from './credentials/credential-request.ts';
export type { CredentialAnswer } from './credentials/describe-credential.ts';
export { exposuresOf } from './credentials/exposure.ts';
export {
  type CredentialDesk,
  issueCredentials,
  openCredentialDesk,
} from './credentials/issue-credentials.ts';
export { type Explanation, explainGrant, grantRequestSchema } from './explain/explain-grant.ts';
export { openJudges } from './facts/open-judges.ts';
export { attempt } from './failures/attempt.ts';
export {
  type DeadLetter,
  type DeadLetterKind,
  findDeadLetter,
  listDeadLetters,
} from './failures/list-dead-letters.ts';
export { recordFailure, settleFailure } from './failures/record-failure.ts';
export { type ReplayOutcome, replayDeadLetters } from './failures/replay-dead-letters.ts';
export { acknowledgeFeed } from './feed/acknowledge-feed.ts';
export { feedChannel } from './feed/append-feed.ts';
export { FeedNames } from './feed/feed-cursor.ts';
export { followedBy, followTopic } from './feed/follow-topic.ts';
export { pruneFeed } from './feed/prune-feed.ts';
export { type FeedPage, openFeedReader, type ReadFeed } from './feed/read-feed.ts';
export { findStoreEvent, type ListedEvent, listStoreEvents } from './ingestion/list-events.ts';
export { openEventReceiver, type StoreEvent } from './ingestion/receive-event.ts';
export { receiveMessage } from './ingestion/receive-message.ts';
export { requireRootKeys, rootFingerprint, signHandOver } from './keys/hand-over.ts';
export {
  keyFiles,
  type LoadedKeys,
  loadKeys,
  loadOrCreateKeys,
  loadRootSigners,
  rotateKeyFiles,
} from './keys/key-files.ts';
export { publishPlatformObjects, publishTimestamp } from './keys/publish-platform-objects.ts';
export {
  BucketError,
  type BucketErrorCode,
  requireOwnBucket,
  requireOwnKeys,
} from './keys/require-own-bucket.ts';
export { type Moderation, moderateTopic, moderationSchema } from './moderation/moderate-topic.ts';
export { keepHouse } from './operations/housekeeping.ts';
export { openBacklogMeter } from './operations/measure-backlog.ts';
export { createMetrics, type Metrics } from './operations/metrics.ts';
export { observe } from './operations/observe.ts';
export { withDuty } from './operations/with-duty.ts';
export type { IssuingPlatform, Judges, Platform, PublishingPlatform } from './platform.ts';
export { PlatformError, type PlatformErrorCode } from './platform-error.ts';
export { publishPresence } from './presence/publish-presence.ts';
export * from './projection/index.ts';
export { promptBundleDraftSchema, updatePromptBundle } from './prompts/update-prompt-bundle.ts';
export { checkObject } from './publication/check-object.ts';
export { publishStream } from './publication/publish-stream.ts';
export { type ArtifactListing, listArtifacts } from './quotas/list-artifacts.ts';
export { maxListedName } from './quotas/listed-key.ts';
export { artifactRemovalSchema, removeArtifacts } from './quotas/remove-artifacts.ts';
export {
  reportVerificationFailures,
  verificationFailuresSchema,
} from './reports/report-verification-failures.ts';
export { guardIssuer } from './resilience/guard-issuer.ts';
export { guardStore } from './resilience/guard-store.ts';
export { isDatabaseAway, isOutage, isStoreOutage } from './resilience/is-outage.ts';
export { type StoreCause, withCause } from './resilience/store-cause.ts';
export { applyLifecycle, ensureLifecycle, inspectLifecycle } from './retention/apply-lifecycle.ts';
export { deleteExpired } from './retention/delete-expired.ts';
export { isInPlace, type LifecyclePlan, lifecycleRules, planLifecycle } from './retention/lifecycle-plan.ts';
export { overwriteRules } from './retention/overwrite-rules.ts';
export { inspectProtection, type ProtectionPlan, protectBucket } from './retention/protect-bucket.ts';
export { type RetentionSettings, retentionSettingsSchema } from './retention/retention-settings.ts';
export { type Retention, retentionTable } from './retention/retention-table.ts';
export { describeError, messageOf } from './shared/describe-error.ts';
export { homeSecret } from './shared/home-secret.ts';
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
export { changeTask } from './tasks/change-task.ts';
export { createTask } from './tasks/create-task.ts';
export { newTaskSchema, taskChangeSchema } from './tasks/define-task.ts';
export { listParticipants, listTasks } from './tasks/list-tasks.ts';
export { beginSpan, contextOf, traceFields } from './telemetry/trace-context.ts';
export {
  authenticateToken,
  createToken,
  type OwnerScope,
  ownerScopes,
  revokeToken,
  storeToken,
  type TokenPrincipal,
} from './tokens/bearer-tokens.ts';
export { createOwner, newOwnerSchema } from './tokens/create-owner.ts';
export { platformOwnerId } from './tokens/require-owner.ts';
export { authenticateSession, beginSession, endSession, type Session } from './tokens/sessions.ts';
export { signedOutChannel, tokenName } from './tokens/signed-out.ts';
export { createTopic } from './topics/create-topic.ts';
export { newTopicSchema } from './topics/define-topic.ts';
export { listTopics, type TopicListing } from './topics/list-topics.ts';
export { openWakeUpSender, startWakeUpReceiver, type WakeUpSender } from './wake/bullmq-wake-ups.ts';
export { pingQueue } from './wake/ping-queue.ts';
export type { WakeUpJob, WakeUps } from './wake/wake-ups.ts';
