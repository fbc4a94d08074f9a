import { newestRelease } from '@agent-home/agent-runtime/definition';
import { RegistryError } from './registry-error.ts';
import type { RegisteredSpec, SpecKind, SpecSource } from './spec-registry.ts';

/** Registry of fixed specs, such as those of a home's set. */
export class PinnedSpecs implements SpecSource {
  readonly #specs: readonly RegisteredSpec[];

  constructor(specs: readonly RegisteredSpec[]) {
    this.#specs = specs;
  }

  get(kind: SpecKind, name: string, version?: string): RegisteredSpec {
    const own = this.#specs.filter((one) => one.kind === kind && one.name === name);
    // A set has one agent, which may be a preview.
    const wanted =
      version ?? (kind === 'Agent' ? own[0]?.version : newestRelease(own.map((one) => one.version)));
    const found = own.find((one) => one.version === wanted);
    if (found) return found;
    throw new RegistryError(
      'no_such_spec',
      `${kind} ${name} is not in the set of the home: register it there`,
    );
  }
}
