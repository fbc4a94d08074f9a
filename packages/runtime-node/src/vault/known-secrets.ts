import {
  isSearchable,
  type NamedSecret,
  SecretSearch,
  type SecretStream,
} from '@agent-home/agent-runtime/policy';
import { unpack } from './unpack.ts';

/** Limit of the members of one value in total; no response, schema or outcome in a log has more. */
const mostValues = 200_000;
/** Shorter lists of bytes are never treated as secrets. */
const shortestList = 8;

/**
 * Secrets known to this process; removes them from external text. Secrets that appear later, such as
 * access tokens, are added.
 */
export class KnownSecrets {
  readonly #byValue = new Map<string, NamedSecret>();
  #search: SecretSearch | undefined;

  /** Adds a secret. Returns false for one that is too short to be searched for and must not be used. */
  add(name: string, value: string): boolean {
    if (!isSearchable(value)) return false;
    if (this.#byValue.has(value)) return true;
    this.#byValue.set(value, { name, value });
    this.#search = undefined;
    return true;
  }

  clean(text: string): string {
    return this.#built().replace(text);
  }

  /** Returns a filter for text that arrives in pieces. */
  stream(): SecretStream {
    return this.#built().stream();
  }

  /**
   * Cleans every text in a value, including member names and digits of numbers.
   * @throws RangeError if it is too large or cyclic
   */
  cleanValue<Value>(value: Value): Value {
    if (this.#byValue.size === 0) return value;
    return cleanedValue(value, (text) => this.clean(text));
  }

  #built(): SecretSearch {
    this.#search ??= new SecretSearch([...this.#byValue.values()], unpack);
    return this.#search;
  }
}

/**
 * Cleans every text in a value, including member names and digits of numbers.
 * @throws RangeError if it is too large or cyclic
 */
export function cleanedValue<Value>(value: Value, clean: (text: string) => string): Value {
  return cleaned(value, clean, { left: mostValues }) as Value;
}

function cleaned(value: unknown, clean: (text: string) => string, budget: { left: number }): unknown {
  if (budget.left-- <= 0) throw new RangeError('too large to be searched');
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') {
    const text = String(value);
    const said = clean(text);
    return said === text ? value : said;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return cleanedError(value, clean);
  if (isBytes(value)) {
    const text = value.join(',');
    const said = clean(text);
    if (said !== text) return said;
  }
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean, budget));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [clean(name), cleaned(each, clean, budget)]),
  );
}

/** Returns true for a list of bytes, as in the JSON of a buffer; its numbers must be searched together. */
function isBytes(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= shortestList &&
    value.every((each) => Number.isInteger(each) && each >= 0 && each <= 255)
  );
}

/** Returns an error with a cleaned message for operators, without its stack and other members. */
function cleanedError(error: Error, clean: (text: string) => string): Error {
  const said = new Error(clean(String(error.message)));
  said.name = clean(String(error.name));
  if ('code' in error && typeof error.code === 'string') Object.assign(said, { code: clean(error.code) });
  return said;
}
