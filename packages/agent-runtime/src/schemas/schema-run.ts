import type { JsonValue } from '@agent-home/protocol';

/** Where in a value: written out only for what is wrong. */
export interface Place {
  readonly above: Place | undefined;
  readonly key: string | number;
}

/** What of a value has been looked at by its schema: names of members, or indexes. */
export type Seen = Set<string | number>;

export type Check = (value: JsonValue, at: Place | undefined, run: SchemaRun, seen: Seen) => boolean;

/** Whether a value fits a part of a schema; what it has looked at is added to `seen`, where somebody asks. */
export type JudgeNode = (value: JsonValue, at: Place | undefined, run: SchemaRun, seen?: Seen) => boolean;
export type ReadNode = (schema: JsonValue) => JudgeNode;

/** The schema goes round in circles without going down into the value. */
export class EndlessSchema extends Error {
  override readonly name = 'EndlessSchema';
}

/** Judging it takes more than anybody may take. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** A step is a tenth of a microsecond or so: with all of them nobody holds the loop for 50 ms. */
const mostSteps = 250_000;
const deepest = 400;
/** Of a longer list nobody reads the rest. */
export const mostErrors = 5;

/** One value judged by one schema: what it has cost, and what was wrong. */
export class SchemaRun {
  readonly errors: string[] = [];
  #left = mostSteps;
  #depth = 0;
  #muted = 0;
  readonly #names: ReadonlySet<string> | undefined;

  /** @param names of members that may be told, where the names in a value are nobody's to see */
  constructor(names?: ReadonlySet<string>) {
    this.#names = names;
  }

  /** @throws TooManySteps from then on each time: nothing is judged by half */
  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw new TooManySteps();
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

  /** Where it is no mistake not to fit. */
  muted(judge: () => boolean): boolean {
    this.#muted += 1;
    try {
      return judge();
    } finally {
      this.#muted -= 1;
    }
  }

  /** What was wrong in alternatives is forgotten where one of them fits. */
  forgetAfter(count: number): void {
    this.errors.length = Math.min(this.errors.length, count);
  }

  /** @returns false, as what does not fit */
  wrong(kind: string, at: Place | undefined, expected: string, below?: string): false {
    if (this.#muted === 0 && this.errors.length < mostErrors)
      this.errors.push(`${kind} path=${this.#pathOf(at, below)} expected=${expected}`);
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
