import type { JsonValue } from '@agent-home/protocol';
import { earlierExpectation } from './earlier-expectation.ts';

/** Position in a value; rendered only for an error. */
export interface Place {
  readonly above: Place | undefined;
  readonly key: string | number;
}

/** Evaluated parts of a value: names of members, or indexes. */
export type Seen = Set<string | number>;

export type Check = (value: JsonValue, at: Place | undefined, run: SchemaRun, seen: Seen) => boolean;

/** Returns true if a value matches a part of a schema. Evaluated members are added to `seen` if given. */
export type JudgeNode = (value: JsonValue, at: Place | undefined, run: SchemaRun, seen?: Seen) => boolean;
export type ReadNode = (schema: JsonValue) => JudgeNode;

/** The schema recurses without descending into the value. */
export class EndlessSchema extends Error {
  override readonly name = 'EndlessSchema';
}

/** Thrown if validating the value takes more steps than the limit. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/**
 * Limit of steps. A step takes about a tenth of a microsecond, so validation blocks the event loop for less
 * than 50 ms.
 */
const mostSteps = 250_000;
const deepest = 400;
/** Limit of reported errors; a longer list is not read. */
export const mostErrors = 5;

/** Validation of one value by one schema, with its cost and its errors. */
export class SchemaRun {
  readonly errors: string[] = [];
  #left = mostSteps;
  #depth = 0;
  #muted = 0;
  #counted = { text: '', length: 0 };
  #key: { value: JsonValue; key: string } | undefined;
  readonly #names: ReadonlySet<string> | undefined;
  readonly #isEarlier: boolean;

  /**
   * @param names members that errors may name, if the other names in a value are secret
   * @param isEarlier true for the texts of formats 1 and 2
   */
  constructor({ names, isEarlier = false }: { names?: ReadonlySet<string>; isEarlier?: boolean } = {}) {
    this.#names = names;
    this.#isEarlier = isEarlier;
  }

  /** @throws TooManySteps, and again at each later call, so that no partial result is used */
  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw new TooManySteps();
  }

  /** Returns the Unicode code points of a text, counted once for consecutive checks of the same text. */
  countCharacters(text: string): number {
    if (this.#counted.text === text) return this.#counted.length;
    let length = 0;
    for (let index = 0; index < text.length; index++)
      if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) length += 1;
    this.#counted = { text, length };
    return length;
  }

  /** Returns the comparison key of a value, made once for consecutive checks of the same object. */
  cachedKey(value: JsonValue, makeKey: () => string): string {
    if (typeof value !== 'object' || value === null) return makeKey();
    if (this.#key?.value !== value) this.#key = { value, key: makeKey() };
    return this.#key.key;
  }

  /** @throws EndlessSchema */
  within(judge: () => boolean): boolean {
    this.spend(2);
    if (this.#depth >= deepest) throw new EndlessSchema();
    this.#depth += 1;
    try {
      return judge();
    } finally {
      this.#depth -= 1;
    }
  }

  /** Runs a check without recording its mismatch as an error. */
  muted(judge: () => boolean): boolean {
    this.#muted += 1;
    try {
      return judge();
    } finally {
      this.#muted -= 1;
    }
  }

  /** Drops the errors of alternatives once one of them matches. */
  forgetAfter(count: number): void {
    this.errors.length = Math.min(this.errors.length, count);
  }

  /** @returns false, for use as a validation result */
  wrong(kind: string, at: Place | undefined, expected: string, below?: string): false {
    if (this.#muted > 0 || this.errors.length >= mostErrors) return false;
    const text = this.#isEarlier ? earlierExpectation(kind, expected) : expected;
    this.errors.push(`${kind} path=${this.#pathOf(at, below)} expected=${text}`);
    return false;
  }

  #pathOf(at: Place | undefined, below: string | undefined): string {
    const keys: (string | number)[] = below === undefined ? [] : [below];
    for (let place = at; place; place = place.above) keys.push(place.key);
    return keys
      .reverse()
      .map((key) => this.#told(key))
      .join('.');
  }

  #told(key: string | number): string | number {
    return typeof key === 'number' || !this.#names || this.#names.has(key) ? key : '*';
  }
}
