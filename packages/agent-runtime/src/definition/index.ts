export { decodeAgentSpec, type SpecOptions } from './agent-spec/decode-agent-spec.ts';
export { encodeAgentSpec, toAgentSpec } from './agent-spec/encode-agent-spec.ts';
export {
  CallPatternError,
  coversCall,
  parseCallPattern,
  suggestPattern,
} from './call-patterns/call-pattern.ts';
export { type AgentSpec, agentSpecSchema } from './contracts/agent-spec.ts';
export { type PolicyRule, type PolicySpec, policySpecSchema } from './contracts/policy-spec.ts';
export { type RunEvent, runEventSchema } from './contracts/run-event.ts';
export { specNameSchema } from './contracts/spec-fields.ts';
export { type ToolSpec, toolSpecSchema } from './contracts/tool-spec.ts';
export { type TraceSpan, traceSpanSchema } from './contracts/trace-span.ts';
export type {
  AgentDefinition,
  AgentLimits,
  DefinitionOrigin,
  ModelChoice,
  ToolLists,
} from './definition/agent-definition.ts';
export type { DecodeOptions } from './definition/decode-options.ts';
export { colorLabel, mainAgent } from './definition/fields.ts';
export { isHomePrompt } from './definition/prompt-ref.ts';
export { RefusedDefinition } from './definition/refused-definition.ts';
export { maximumFileBytes, textOfFile } from './document/source-file.ts';
export { writeSpec } from './document/write-spec.ts';
export { editMarkdown, editYaml } from './editing/edit-file.ts';
export type { MemberEdit } from './editing/splice.ts';
export { explainForeign } from './importing/explain-foreign.ts';
export { type ImportedAgent, type ImportOptions, importAgent } from './importing/import-agent.ts';
export { titleOfName } from './importing/import-name.ts';
export type { ImportReport } from './importing/import-report.ts';
export { decodeMarkdown } from './markdown/decode-markdown.ts';
export { encodeMarkdown } from './markdown/encode-markdown.ts';
export { problemAt } from './markdown/problem-at.ts';
export {
  buildNameTable,
  type NameCollision,
  type NamedTool,
  type NameTable,
  type ToolNames,
} from './names/name-table.ts';
export {
  forgetTool,
  homeTools,
  memoryTools,
  nativeTools,
  recallTool,
  skillTools,
  storeMemoryTool,
} from './names/own-tools.ts';
export { type PinnedTools, pinTools } from './names/pin-tools.ts';
export { type ResolvedName, resolveName } from './names/resolve-name.ts';
export { foldName } from './names/spellings.ts';
export { listsPermit, matchesList, patternAllows } from './names/tool-lists.ts';
export { commandPins } from './pins/command-pins.ts';
export type { PackagePin } from './pins/package-pin.ts';
export { DefinitionError } from './problems/definition-error.ts';
export { nearestName } from './problems/nearest-name.ts';
export {
  describeProblem,
  explainProblem,
  isError,
  type Problem,
  type ProblemCode,
  problemCodes,
} from './problems/problem.ts';
export {
  combineSettings,
  defaultSandbox,
  type ProgramMember,
  type Settings,
} from './settings/combine-settings.ts';
export { decodeSettings, type ReadSettings, readSettingsFile } from './settings/decode-settings.ts';
export { langsmithAddress } from './settings/langsmith-address.ts';
export type { McpServerSettings } from './settings/mcp-server-schema.ts';
export { apiOfModel, parameterized } from './settings/model-api.ts';
export { type ModelParamProblem, modelParamProblems } from './settings/model-params.ts';
export { collectDemands, type ProjectDemands } from './settings/project-demands.ts';
export { type ForeignServers, readServersFile } from './settings/read-servers-file.ts';
export { collectVariables, resolveEnvironment } from './settings/resolve-environment.ts';
export {
  type AllowedCalls,
  type AuthSettings,
  type BindingSettings,
  type HttpBindingSettings,
  type ModelApi,
  type ModelSettings,
  modelApis,
  type SecretSettings,
  type SettingsFile,
} from './settings/settings-schema.ts';
export { decodeSkill, type Skill, skillNameSchema } from './skills/decode-skill.ts';
export { type DecodedSpec, decodeAny } from './specs/decode-any.ts';
export { decodePolicySpec, decodeToolSpec } from './specs/decode-specs.ts';
export { policySha256, specSha256 } from './specs/spec-sha256.ts';
export {
  compareVersions,
  isRelease,
  newestRelease,
  parseSpecReference,
  plainVersion,
  type SpecReference,
} from './specs/spec-version.ts';
export { endlessNodes, endOfGraph } from './teamwork/check-graph.ts';
export {
  type AgentTracing,
  allSubagents,
  type Graph,
  graphSchema,
  type Teamwork,
  teamworkSchema,
} from './teamwork/teamwork.ts';
