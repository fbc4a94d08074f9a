import type { DecodedSpec } from '@agent-home/agent-runtime/definition';

export type SpecKind = DecodedSpec['kind'];

/** An immutable version of a spec. */
export interface RegisteredVersion {
  kind: SpecKind;
  name: string;
  /** Version without a leading `v`. */
  version: string;
  /** Hash as `specSha256` returns it; undefined for a policy whose file is damaged. */
  sha256: string | undefined;
  /** Its file, or its address in a home. */
  path: string;
}

export interface RegisteredSpec extends RegisteredVersion {
  sha256: string;
  content: Uint8Array;
  spec: DecodedSpec;
}

/** Versions that are read at once, while definitions are loaded. */
export interface SpecSource {
  /** @throws RegistryError `no_such_spec`, `no_release`, `registry_damaged` */
  get(kind: SpecKind, name: string, version?: string): RegisteredSpec;
}

type Awaitable<Value> = Value | Promise<Value>;

/**
 * Versions of agents, tools and policies (S0-11), in a folder or in a home. The text of a version never changes; a name without a
 * version refers to its newest release. `contract/` has the tests of every adapter.
 */
export interface SpecRegistry {
  /** @throws DefinitionError, RegistryError `version_taken`, `version_missing` */
  register(file: string, content: Uint8Array): Awaitable<{ registered: RegisteredVersion; isNew: boolean }>;
  /** @throws RegistryError `no_such_spec`, `no_release`, `registry_damaged` */
  get(kind: SpecKind, name: string, version?: string): Awaitable<RegisteredSpec>;
  /** Lists versions by kind and name, oldest version first. */
  list(): Awaitable<RegisteredVersion[]>;
  /**
   * Deletes a version. The same text may be registered again, but no other one.
   * @throws RegistryError `no_such_spec`
   */
  delete(kind: SpecKind, name: string, version: string): Awaitable<RegisteredVersion>;
}
