import { patternAllows, type SecretSettings, type Settings } from '@agent-home/agent-runtime/definition';
import { longestSecret, shortestSecret } from '@agent-home/agent-runtime/policy';
import type { JsonValue } from '@agent-home/protocol';
import type { PlaceOf } from '../processes/program-place.ts';
import { addToVault } from '../setup/settings-lines.ts';
import { SetupError } from '../setup/setup-error.ts';
import { askSecretCommand } from './ask-secret-command.ts';
import { KnownSecrets } from './known-secrets.ts';
import { readSecretFile } from './read-secret-file.ts';

const handlePattern = /^vault:\/\/([a-zA-Z0-9._-]+)$/;

export interface VaultOptions {
  environment: NodeJS.ProcessEnv;
  /** Places of commands by the names of their secrets. */
  placeOf: PlaceOf;
  /** Called with secrets that cannot be read as configured; never with a value. */
  tell?: (problem: SetupError) => void;
}

/**
 * Secrets by their names in the settings. Models, logs and policies see `vault://name`; the permitted receiver
 * gets the value at the last moment, and every result is searched for it.
 */
export class Vault {
  readonly secrets = new KnownSecrets();
  readonly #settings: Settings['vault'];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #placeOf: PlaceOf;
  readonly #values = new Map<string, Promise<string>>();
  /** Handles that tool bindings in the settings use, for any arguments. */
  readonly #taken = new Map<string, Set<string>>();

  constructor(settings: Settings['vault'], { environment, placeOf, tell }: VaultOptions) {
    this.#settings = settings;
    this.#environment = environment;
    this.#placeOf = placeOf;
    // Values of variables and files could appear in any tool's result, even unused ones, so they are known from the start. A
    // command may prompt the user, so it runs only when a run begins whose tools may use its value.
    for (const [name, { command }] of Object.entries(settings)) {
      if (command !== undefined) continue;
      this.value(`vault://${name}`).catch((error: unknown) => {
        // A variable that is not set has no value to find, and a run that needs it says so.
        if (error instanceof SetupError && error.code !== 'secret_missing') tell?.(error);
      });
    }
  }

  /** Returns the value for the part of this program that the settings name. @throws SetupError */
  value(handle: string): Promise<string> {
    const name = handlePattern.exec(handle)?.[1];
    const found =
      name !== undefined && Object.hasOwn(this.#settings, name) ? this.#settings[name] : undefined;
    if (name === undefined || found === undefined) return Promise.reject(notConfigured(handle));
    const known = this.#values.get(name);
    if (known) return known;
    const reading = this.#read(name, found);
    this.#values.set(name, reading);
    // A failure may be temporary, so the next caller retries.
    reading.catch(() => this.#values.delete(name));
    return reading;
  }

  /** Registers the handles whose values a tool's binding uses. */
  taken(tool: string, handles: Iterable<string>): void {
    this.#taken.set(tool, new Set([...(this.#taken.get(tool) ?? []), ...handles]));
  }

  /**
   * Reads every secret that these tools may use, before any of them is called. An unknown secret cannot be searched for, and
   * another tool may print it.
   * @returns true if there are any
   * @throws SetupError if a secret is unavailable
   */
  async openFor(tools: readonly string[]): Promise<boolean> {
    const handles = new Set(tools.flatMap((tool) => [...(this.#taken.get(tool) ?? [])]));
    for (const [name, { tools: patterns = [] }] of Object.entries(this.#settings))
      if (patterns.some((pattern) => tools.some((tool) => patternAllows(pattern, tool))))
        handles.add(`vault://${name}`);
    await Promise.all([...handles].map((handle) => this.value(handle)));
    return handles.size > 0;
  }

  /**
   * Returns the value for an argument of a tool.
   * @throws SetupError `secret_not_allowed` if the settings do not name the tool
   */
  async valueFor(tool: string, handle: string): Promise<string> {
    const name = handlePattern.exec(handle)?.[1] ?? '';
    const found = Object.hasOwn(this.#settings, name) ? this.#settings[name] : undefined;
    if (!found) throw notConfigured(handle);
    if (!(found.tools ?? []).some((pattern) => patternAllows(pattern, tool)))
      throw new SetupError(
        'secret_not_allowed',
        `${tool} may not use ${handle}. Do the task without the secret; the operator can add the tool to vault.${name}.tools in the settings.`,
      );
    return this.value(handle);
  }

  async #read(name: string, found: SecretSettings): Promise<string> {
    const handle = `vault://${name}`;
    const value =
      found.command !== undefined
        ? await askSecretCommand(handle, found.command, this.#placeOf(name))
        : found.file !== undefined
          ? readSecretFile(handle, found.file)
          : this.#variable(handle, found.env ?? '');
    if (this.secrets.add(handle, value)) return value;
    if (value.length > longestSecret)
      throw new SetupError('secret_too_long', `${handle} has more than ${longestSecret} characters`);
    throw new SetupError(
      'secret_too_short',
      `${handle} has fewer than ${shortestSecret} characters: use a longer secret, since it cannot be told apart from other text`,
    );
  }

  #variable(handle: string, variable: string): string {
    const value = this.#environment[variable];
    if (!value)
      throw new SetupError(
        'secret_missing',
        `${handle} reads the environment variable ${variable}, which is not set`,
      );
    return value;
  }
}

/** Returns the handles that are whole values, at any depth. Inside a longer text, or as a member name, a handle is plain text. */
export function handlesIn(value: JsonValue, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (handlePattern.test(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) handlesIn(each, found);
  return found;
}

function notConfigured(handle: string): SetupError {
  return new SetupError(
    'secret_not_configured',
    `${handle.slice(0, 200)} is not defined: ${addToVault(handle.slice('vault://'.length, 200))}`,
  );
}
