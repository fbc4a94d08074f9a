export { type Explanation, explainGrant } from './credentials/explain/explain-grant.ts';
export { explainMessage } from './credentials/explain/explain-message.ts';
export { type CredentialContext, createCredentialContext } from './credentials/issue/credential-context.ts';
export { issueCredentials } from './credentials/issue/issue-credentials.ts';
export { createAgentLister } from './credentials/listings/list-agents.ts';
export {
  listJoinRequests,
  listMembers,
  type PendingRequest,
} from './credentials/listings/list-circle-objects.ts';
export { type CircleListing, listCircles } from './credentials/listings/list-circles.ts';
export { listParticipants, listTasks } from './credentials/listings/list-tasks.ts';
export { listTopics, type TopicListing } from './credentials/listings/list-topics.ts';
export { withTimeout as within } from './foundation/concurrency/with-timeout.ts';
export { withDuty } from './foundation/duties/with-duty.ts';
export { describeError, toMessage } from './foundation/errors/describe-error.ts';
export { PlatformError, type PlatformErrorCode } from './foundation/errors/platform-error.ts';
export type { Summarizer } from './foundation/judges/summarizer.ts';
export { allLimits, platformLimits } from './foundation/limits/all-limits.ts';
export { type Limit, type Limits, limitSchema } from './foundation/limits/limit.ts';
export { processLimits } from './foundation/limits/process-limits.ts';
export { quotaLimits } from './foundation/limits/quota-limits.ts';
export { getVariable, relations } from './foundation/limits/relations.ts';
export { retentionLimits } from './foundation/limits/retention-limits.ts';
export {
  createMailer,
  type Mail,
  type Mailer,
  type MailSettings,
} from './foundation/mail/mailer.ts';
export { createMetrics, type Metrics } from './foundation/metrics/metrics.ts';
export { attempt } from './foundation/platform/attempt.ts';
export { homeSecret } from './foundation/platform/home-secret.ts';
export {
  claimIdempotencyKey,
  keepAnswer,
  releaseIdempotencyKey,
  type StoredAnswer,
} from './foundation/platform/idempotency.ts';
export type {
  Act,
  ActActor,
  IssuingPlatform,
  Judges,
  Platform,
  PublishingPlatform,
  ResidentTrouble,
} from './foundation/platform/platform.ts';
export { recordFailure, settleFailure } from './foundation/platform/record-failure.ts';
export { createNonceRegister, NonceUsedError, type UsedNonce } from './foundation/platform/request-nonces.ts';
export { guardIssuer } from './foundation/resilience/guard-issuer.ts';
export { guardStore } from './foundation/resilience/guard-store.ts';
export { isDatabaseAway, isOutage, isStoreOutage } from './foundation/resilience/is-outage.ts';
export { type StoreCause, withCause } from './foundation/resilience/store-cause.ts';
export {
  type PlatformConfig,
  platformConfigSchema,
  type RetentionSettings,
} from './foundation/settings/config.ts';
export { collectTraits } from './foundation/settings/store-traits.ts';
export { observe } from './foundation/telemetry/observe.ts';
export { beginSpan, getContext, traceFields } from './foundation/telemetry/trace-context.ts';
export { randomId } from './foundation/text/random-id.ts';
export { type NoticeConnection, startNoticeReceiver } from './foundation/wake/notice-receiver.ts';
export { pingQueue } from './foundation/wake/ping-queue.ts';
export { startWakeUpReceiver } from './foundation/wake/wake-up-receiver.ts';
export { openWakeUpSender, type WakeUpSender } from './foundation/wake/wake-up-sender.ts';
export type { WakeUpJob, WakeUps } from './foundation/wake/wake-ups.ts';
export { sendWebhook } from './foundation/webhooks/send-webhook.ts';
export { actOnAgent } from './judging/agents/act-on-agent.ts';
export { withdrawAgent } from './judging/agents/withdraw-agent.ts';
export { administerCircle } from './judging/circles/administer-circle.ts';
export { advanceCircle } from './judging/circles/advance-circle.ts';
export { leaveCircle } from './judging/circles/leave-circle.ts';
export { renewEndedMemberships } from './judging/circles/renew-ended.ts';
export { openDirectRequest } from './judging/direct-requests/open-direct-request.ts';
export { openJudges, withJudgeModel } from './judging/facts/open-judges.ts';
export { findStoreEvent, type ListedEvent, listStoreEvents } from './judging/ingestion/list-events.ts';
export { createEventReceiver } from './judging/ingestion/receive-event.ts';
export { receiveMessage } from './judging/ingestion/receive-message.ts';
export { reportVerificationFailures } from './judging/ingestion/report-verification-failures.ts';
export type { StoreEvent } from './judging/ingestion/store-event.ts';
export { type JudgeModel, JudgeModelError } from './judging/model-judges/judge-model.ts';
export type { JudgedTopics } from './judging/model-judges/model-judges.ts';
export { changeTask } from './judging/moderation/change-task.ts';
export { moderateTopic } from './judging/moderation/moderate-topic.ts';
export { administerTopic } from './judging/session/administer-topic.ts';
export { advanceTopic } from './judging/session/advance-topic.ts';
export { createTopic } from './judging/session/create-topic.ts';
export { extractiveSummarizer } from './judging/summaries/extractive-summarizer.ts';
export { requestSummary } from './judging/summaries/summarize-topic.ts';
export { deliverAlerts } from './operations/alerts/deliver-alerts.ts';
export { evaluateAlerts } from './operations/alerts/evaluate-alerts.ts';
export { notifyApprovals } from './operations/alerts/notify-approvals.ts';
export { sendMailboxCodes } from './operations/alerts/send-codes.ts';
export type { BackupManifest } from './operations/backup/backup-format.ts';
export {
  type BackupProgress,
  streamBackup,
  wholeFile,
  writeBackup,
} from './operations/backup/write-backup.ts';
export {
  type DeadLetter,
  type DeadLetterKind,
  findDeadLetter,
  listDeadLetters,
} from './operations/failures/list-dead-letters.ts';
export { type ReplayOutcome, replayDeadLetters } from './operations/failures/replay-dead-letters.ts';
export { type HealthHistory, keepHealthHistory } from './operations/health/keep-history.ts';
export { createBacklogMeter } from './operations/health/measure-backlog.ts';
export { createHealthReader } from './operations/health/show-health.ts';
export { officeOverview } from './operations/health/show-overview.ts';
export { type RestoredHome, type RestoreOptions, restoreHome } from './operations/restore/restore-home.ts';
export { applyLifecycle, ensureLifecycle, inspectLifecycle } from './operations/retention/apply-lifecycle.ts';
export { deleteExpired } from './operations/retention/delete-expired.ts';
export {
  isInPlace,
  type LifecyclePlan,
  lifecycleRules,
  planLifecycle,
} from './operations/retention/lifecycle-plan.ts';
export { overwriteRules } from './operations/retention/overwrite-rules.ts';
export {
  inspectProtection,
  type ProtectionPlan,
  protectBucket,
} from './operations/retention/protect-bucket.ts';
export { type Retention, retentionTable } from './operations/retention/retention-table.ts';
export { keepHouse } from './operations/sweep/housekeeping.ts';
export { publishPresence } from './operations/sweep/publish-presence.ts';
export { sweep } from './operations/sweep/sweep.ts';
export { catchUpEditions } from './publication/editions/begin-editions.ts';
export { publishedEditions } from './publication/editions/published-editions.ts';
export { feedChannel } from './publication/feed/append-feed.ts';
export { requireRootKeys, signHandOver } from './publication/keys/hand-over.ts';
export { keyFiles, type LoadedKeys, loadKeys, loadOrCreateKeys } from './publication/keys/key-files.ts';
export { publishPlatformObjects, publishTimestamp } from './publication/keys/publish-platform-objects.ts';
export {
  BucketError,
  type BucketErrorCode,
  requireOwnBucket,
  requireOwnKeys,
} from './publication/keys/require-own-bucket.ts';
export { loadRootSigners, rotateKeyFiles } from './publication/keys/rotate-key-files.ts';
export { checkObject } from './publication/outbox/check-object.ts';
export { publishStream } from './publication/outbox/publish-stream.ts';
export { publishedChannel, readPublished } from './publication/outbox/published-channel.ts';
export { type DirectRequest, showDirectRequest } from './reading/direct-requests/show-direct-request.ts';
export { acknowledgeFeed } from './reading/feed/acknowledge-feed.ts';
export { type FeedNameKind, FeedNames } from './reading/feed/feed-cursor.ts';
export { followTask, followTopic } from './reading/feed/follow-topic.ts';
export { pruneFeed } from './reading/feed/prune-feed.ts';
export { createFeedReader, type FeedPage, type FeedReader, type ReadFeed } from './reading/feed/read-feed.ts';
export { showLivingRoom } from './reading/living-room/show-living-room.ts';
export { showReplays } from './reading/living-room/show-replays.ts';
export { officeActs } from './reading/office/list-acts.ts';
export { officeAgents } from './reading/office/list-agents.ts';
export { officeAudit } from './reading/office/list-audit.ts';
export { officeOwners, officeTokens } from './reading/office/list-principals.ts';
export { officeProposals } from './reading/office/list-proposals.ts';
export { officeReaders } from './reading/office/list-readers.ts';
export { officeTopics } from './reading/office/list-topics.ts';
export { officeKeys } from './reading/office/show-keys.ts';
export { type Answering, hasOwnerlessAgents } from './reading/owner-home/own-agents.ts';
export { ownerName } from './reading/owner-home/owner-name.ts';
export { showOwnerHome } from './reading/owner-home/show-owner-home.ts';
export { listRuns } from './reading/runs/list-runs.ts';
export { readRunRecords } from './reading/runs/read-records.ts';
export { showRun } from './reading/runs/show-run.ts';
export { showRunUse } from './reading/runs/show-use.ts';
export { catchUpCards, catchUpLines } from './reading/views/catch-up.ts';
export { certifiedCard, certifiedCards } from './reading/views/certified-cards.ts';
export { onlineAgents } from './reading/views/online-agents.ts';
export { createArtifactReader } from './reading/views/read-artifacts.ts';
export { searchHome } from './reading/views/search-home.ts';
export { audienceScope, seesObject } from './reading/views/see-objects.ts';
export { showAgent } from './reading/views/show-agent.ts';
export { showAgents } from './reading/views/show-agents.ts';
export { showArrival } from './reading/views/show-arrival.ts';
export { showArtifact } from './reading/views/show-artifact.ts';
export { showCircle, showCircles } from './reading/views/show-circles.ts';
export { showModes } from './reading/views/show-modes.ts';
export { canSeeObject, showObject } from './reading/views/show-object.ts';
export { type ArtifactReading, createTaskView } from './reading/views/show-task.ts';
export { showTasks } from './reading/views/show-tasks.ts';
export { showLedger, showLedgerChanges, showTopic, showTopics } from './reading/views/show-topics.ts';
export { showTrust } from './reading/views/show-trust.ts';
export { withNames } from './reading/views/with-names.ts';
export { listExposures } from './registry/access/exposure.ts';
export { admitAgent, requestAdmission } from './registry/agents/admit-agent.ts';
export { decideAdmissions } from './registry/agents/decide-admissions.ts';
export { type AgentRow, createAgentFinder, findAgent } from './registry/agents/find-agent.ts';
export { myStanding } from './registry/agents/my-standing.ts';
export type { Actor } from './registry/agents/own-agent.ts';
export { registerAgent } from './registry/agents/register-agent.ts';
export { pendingPersonas, reviewPersona } from './registry/agents/review-persona.ts';
export { rotateKey } from './registry/agents/rotate-key.ts';
export { updateCard } from './registry/agents/update-card.ts';
export { updatePromptBundle } from './registry/agents/update-prompt-bundle.ts';
export {
  changeAlertRules,
  confirmMailbox,
  deleteAlertRules,
  showAlerts,
} from './registry/alerts/alert-rules.ts';
export { changeApproverRules, showApproverRules } from './registry/approvals/approver-rules.ts';
export { decideApproval } from './registry/approvals/decide-approval.ts';
export { requestApproval, withdrawApproval } from './registry/approvals/request-approval.ts';
export { listApprovals } from './registry/approvals/show-approval.ts';
export { type ArtifactListing, listArtifacts } from './registry/artifacts/list-artifacts.ts';
export { removeArtifacts } from './registry/artifacts/remove-artifacts.ts';
export { createCircle } from './registry/circles/create-circle.ts';
export { failedRunsOfFailing, listFailingAgents, showAgentHealth } from './registry/health/failing-agents.ts';
export {
  bindAgentPolicies,
  bindHomePolicies,
  completePolicyBundles,
  showHomePolicies,
} from './registry/policies/bind-policies.ts';
export { showAgentPolicies } from './registry/policies/show-policies.ts';
export { eraseRun } from './registry/runs/erase-run.ts';
export { receiveRecords } from './registry/runs/receive-records.ts';
export { type RunNotice, readRunNotice, runsChannel } from './registry/runs/run-notices.ts';
export { findVisibleRun, type RunRow } from './registry/runs/visible-runs.ts';
export type { SpecPlace } from './registry/specs/decode-spec.ts';
export { readSpecSet } from './registry/specs/read-spec-set.ts';
export { listSpecs, listSpecVersions, readSpec } from './registry/specs/read-specs.ts';
export { registerSpec, withdrawSpec } from './registry/specs/register-spec.ts';
export { type SpecReader, specReaderOf } from './registry/specs/spec-reader.ts';
export { createTask } from './registry/tasks/create-task.ts';
export {
  authenticateToken,
  createToken,
  revokeToken,
  storeToken,
  type TokenPrincipal,
} from './registry/tokens/bearer-tokens.ts';
export { createOwner } from './registry/tokens/create-owner.ts';
export { platformOwnerId } from './registry/tokens/require-owner.ts';
export {
  authenticateSession,
  beginSession,
  beginUserSession,
  endSession,
  listSessions,
  revokeSession,
  type Session,
} from './registry/tokens/sessions.ts';
export { signedOutChannel, tokenName } from './registry/tokens/signed-out.ts';
export { inviteUser, listInvitations, revokeInvitation } from './registry/users/invitations.ts';
export { actOnUser, admitUser, listUsers } from './registry/users/users.ts';
export type { Viewer } from './registry/visibility/viewer.ts';
