import type { SettingsFile } from '@agent-home/agent-runtime/definition';
import type { ModelOptions } from './model-options.ts';

/** Number of inline secrets so far: each has its own entry of the vault, so that agents with different keys can work in one run. */
let secrets = 0;

/** Secrets that a program gives as values. The vault reads them, so that logs and errors are searched for them. */
export class InlineSecrets {
  readonly #variables: Record<string, string> = {};
  readonly #vault: NonNullable<SettingsFile['vault']> = {};

  /** @returns handle of the secret */
  add(value: string): `vault://${string}` {
    secrets += 1;
    const name = `inline-${secrets}`;
    /** Variable of the copied environment from which the vault reads the value. */
    const variable = `INLINE_SECRET_${secrets}`;
    this.#variables[variable] = value;
    this.#vault[name] = { env: variable };
    return `vault://${name}`;
  }

  /** Returns the entry of `models` for an inline model, with a handle in place of its key. */
  modelEntry({ model, params: _, key, ...entry }: ModelOptions): NonNullable<SettingsFile['models']> {
    return { [model]: key === undefined ? entry : { ...entry, key: this.add(key) } };
  }

  get vault(): NonNullable<SettingsFile['vault']> {
    return this.#vault;
  }

  /** Returns a copy of this process's environment with the secrets. */
  environment(): NodeJS.ProcessEnv {
    return { ...process.env, ...this.#variables };
  }
}
