export { type BindingOptions, bindTools } from './bindings/bind-tools.ts';
export { withSpecNames } from './bindings/with-spec-names.ts';
export { type Asking, leaveWaiting } from './driver/asking.ts';
export type { LatestBundle, PolicyBundles } from './driver/bundle-input.ts';
export { EventBus, type Handler } from './driver/event-bus.ts';
export { moduleValidators } from './guardrails/module-validators.ts';
export { connectMcpServers, type McpServersOptions } from './mcp/connect-mcp-servers.ts';
export { LineReader } from './mcp/line-reader.ts';
export {
  LoginError,
  type LoginErrorCode,
  logInAtServer,
  logOutAtServer,
} from './mcp/log-in.ts';
export type { McpProblem, McpProblemCode } from './mcp/mcp-problem.ts';
export { chooseMcpServers, McpConfigError, type McpServerConfig } from './mcp/server-config.ts';
export { attachFile } from './media/attach-file.ts';
export { openDefaultMemory } from './memory/default-memory-store.ts';
export { createEmbedder, type Embedder } from './memory/embeddings.ts';
export { FileMemoryStore, type MemoryLog } from './memory/file-memory-store.ts';
export { MemoryError, type MemoryErrorCode } from './memory/memory-error.ts';
export { type MemoryPlace, memorySpace, type OpenMemory, openMemory } from './memory/open-memory.ts';
export { PostgresMemoryStore } from './memory/postgres-memory-store.ts';
export { rankEntries } from './memory/rank-entries.ts';
export { RedisMemoryStore } from './memory/redis-memory-store.ts';
export { VectorMemoryStore } from './memory/vector-memory-store.ts';
export type { ReadAnswer } from './models/answer-reader.ts';
export { createModelPort } from './models/ask-model.ts';
export { askWithRetries, type Pause, type ReadAttempt } from './models/ask-with-retries.ts';
export { boundedFetch } from './models/bounded-fetch.ts';
export type { ConfiguredModel, FindModel, ReachableModel } from './models/request/model-settings.ts';
export {
  bodyParams,
  outputLimit,
  wantsCompletionTokens,
  withLimitName,
} from './models/request/request-params.ts';
export { type RuntimeModels, routeModels } from './models/route-models.ts';
export { EventParser } from './models/wire/event-parser.ts';
export { NonsenseAnswerError } from './models/wire/nonsense-answer-error.ts';
export { OutsideGatewayError } from './models/wire/outside-gateway-error.ts';
export { ProviderError } from './models/wire/provider-error.ts';
export { refusedByEndpoint } from './models/wire/refused-by-endpoint.ts';
export { createNativeTools, type NativeToolsOptions } from './native-tools/create-native-tools.ts';
export { describeFileChange, type FileChange } from './native-tools/describing/describe-change.ts';
export { processEnvironment } from './processes/process-environment.ts';
export { killProcess } from './processes/process-group.ts';
export {
  fixedPlace,
  type PlaceOf,
  type ProgramPlace,
  programPlaces,
} from './processes/program-place.ts';
export { ProjectChangedError } from './processes/project-changed-error.ts';
export { createLocalProviders, type LocalProvidersOptions } from './providers/local-providers.ts';
export { ProxyError, proxyFor } from './proxying/proxy-for.ts';
export { FileRunStore } from './run-store/file-run-store.ts';
export { notAuthentic, requireAuthentic } from './run-store/not-authentic.ts';
export { RunStoreError, type RunStoreErrorCode, runStoreErrorCodes } from './run-store/run-store-error.ts';
export { AgentRuntime } from './runs/agent-runtime.ts';
export { AnswerRefusedError, answerRun } from './runs/answer-run.ts';
export { cancelRun } from './runs/cancel-run.ts';
export { type ExplainedCall, explainCall, type FactsOfCall } from './runs/explain-call.ts';
export { newRunId } from './runs/new-run-id.ts';
export type { PresentHere, PresentSetup, ReadPresentRules } from './runs/read-present-rules.ts';
export type { RunSetup, UserMessage } from './runs/run-setup.ts';
export type { PostOptions, RunResult, RuntimeOptions } from './runs/runtime-options.ts';
export {
  compactionOrigin,
  type RememberedRun,
  rememberedRun,
  type SessionContext,
  sessionContext,
} from './runs/session-context.ts';
export type { Team, TeamMember } from './runs/team.ts';
export { chooseEmbeddingModel, chooseModel, findModels } from './setup/choose-model.ts';
export { chooseRepair } from './setup/choose-repair.ts';
export { pinPolicies } from './setup/pin-policies.ts';
export { pinnedMemory } from './setup/pinned-memory.ts';
export type { RunModel } from './setup/run-model.ts';
export { sessionMemory } from './setup/session-memory.ts';
export { addToSettings } from './setup/settings-lines.ts';
export { SetupError, type SetupErrorCode } from './setup/setup-error.ts';
export { createSkills, type SkillsOptions } from './skills/create-skills.ts';
export { chooseTracing, type TracingChoice } from './tracing/choose-tracing.ts';
export { exportedSpans } from './tracing/exported-spans.ts';
export { sendSpans } from './tracing/send-spans.ts';
export { nextBatch } from './tracing/span-batch.ts';
export { SpanQueue } from './tracing/span-queue.ts';
export {
  findTraceEndpoint,
  headersOfEnvironment,
  type TraceEndpoint,
  tracesAddress,
} from './tracing/trace-endpoint.ts';
export { TracingError, type TracingErrorCode } from './tracing/tracing-error.ts';
export { KnownSecrets } from './vault/known-secrets.ts';
export { dropSecretVariables } from './vault/secret-variables.ts';
export { Vault, type VaultOptions } from './vault/vault.ts';
