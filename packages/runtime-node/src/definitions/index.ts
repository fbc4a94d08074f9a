/** Definitions on disk, without the code that runs them, so that commands which only read load fast. */

export { isWithin } from '../processes/is-within.ts';
export { ProjectChangedError } from '../processes/project-changed-error.ts';
export { canRun, checkAgent, checkServerTools } from './checks/check-agent.ts';
export { checkConditions } from './checks/check-conditions.ts';
export { checkPolicy } from './checks/check-policy.ts';
export { checkReferences } from './checks/check-references.ts';
export { findSubagents } from './checks/find-subagents.ts';
export { type ValidationCheck, validateAgent } from './checks/validate-agent.ts';
export { listFolder, readBoundedFile } from './folder/read-folder.ts';
export { withHomeSet } from './home-set/with-home-set.ts';
export { findPolicy } from './loading/find-policy.ts';
export {
  type DefinitionPlaces,
  definitionPlaces,
  findAgent,
  type KnownRuntime,
  type LoadedDefinitions,
  loadDefinitions,
  openRegistries,
} from './loading/load-definitions.ts';
export type { LoadedAgent, LoadedSpec } from './loading/loaded-agent.ts';
export { isAgentFile, readAgentFile } from './loading/read-agents.ts';
export { type DraftPlace, readDraft } from './loading/read-draft.ts';
export { resolveAgent } from './loading/resolve-agent.ts';
export { toToolSpecs } from './loading/tool-specs.ts';
export {
  collectPrograms,
  type PlacesOfPrograms,
  type Programs,
  placesOfPrograms,
} from './programs/collect-programs.ts';
export { FileSpecRegistry } from './registry/file-spec-registry.ts';
export {
  type HomeDocument,
  type HomeSet,
  homeSetSchema,
  type VerifiedSet,
  verifyDocument,
  verifyHomeSet,
} from './registry/home-set.ts';
export { RegistryError, type RegistryErrorCode } from './registry/registry-error.ts';
export { requireVersion } from './registry/require-version.ts';
export type { RegisteredSpec, RegisteredVersion, SpecKind, SpecRegistry } from './registry/spec-registry.ts';
export {
  inspectProject,
  type ProjectInspection,
  type ProjectTrust,
  trustProject,
} from './trust/project-trust.ts';
export { requireTrustedTree } from './trust/trusted-tree.ts';
