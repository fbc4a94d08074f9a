import type { DecodedSpec } from '@agent-home/agent-runtime/definition';

export type SpecKind = DecodedSpec['kind'];

/** An immutable version of a spec. */
export interface RegisteredVersion {
  kind: SpecKind;
  name: string;
  /** Version without a leading `v`. */
  version: string;
  /** SHA-256 of the version's bytes. */
  sha256: string;
  path: string;
}

export interface RegisteredSpec extends RegisteredVersion {
  content: Uint8Array;
  spec: DecodedSpec;
}

/**
 * Versions of agents, tools and policies (S0-11). The text of a version never changes; a name without a version refers to its
 * newest release.
 */
export interface SpecRegistry {
  /** @throws DefinitionError, RegistryError `version_taken`, `version_missing` */
  register(file: string, content: Uint8Array): { registered: RegisteredVersion; isNew: boolean };
  /** @throws RegistryError `no_such_spec`, `no_release`, `registry_damaged` */
  get(kind: SpecKind, name: string, version?: string): RegisteredSpec;
  /** Lists versions by kind and name, oldest version first. */
  list(): RegisteredVersion[];
  /**
   * Deletes a version. The same text may be registered again, but no other one.
   * @throws RegistryError `no_such_spec`
   */
  delete(kind: SpecKind, name: string, version: string): RegisteredVersion;
}
