import type { Cell, Situation } from '../dimensions.ts';

/** Assigns a number to each value. */
export class Numbers {
  readonly #known = new Map<string, number>();

  of(value: string): number {
    const number = this.#known.get(value) ?? this.#known.size;
    this.#known.set(value, number);
    return number;
  }

  get count(): number {
    return this.#known.size;
  }
}

/** Pairs of values, with the covered ones. */
export class Pairs {
  readonly #values: number[][];
  readonly #width: number;
  readonly #there: Uint8Array;
  readonly #met: Uint8Array;

  constructor(values: number[][], width: number) {
    this.#values = values.map((own) => own.sort((one, other) => one - other));
    this.#width = width;
    this.#there = new Uint8Array(this.#width ** 2);
    this.#met = new Uint8Array(this.#width ** 2);
    for (const at of values.keys()) this.#mark(at, this.#there);
  }

  cover(at: number): void {
    this.#mark(at, this.#met);
  }

  /** Number of pairs that this cell would be the first to cover. */
  fresh(at: number): number {
    const own = this.#values[at] ?? [];
    let count = 0;
    for (let one = 0; one < own.length; one += 1)
      for (let other = one + 1; other < own.length; other += 1)
        if (this.#met[(own[one] ?? 0) * this.#width + (own[other] ?? 0)] === 0) count += 1;
    return count;
  }

  count(): { there: number; covered: number } {
    const sum = (set: Uint8Array) => set.reduce((total, one) => total + one, 0);
    return { there: sum(this.#there), covered: sum(this.#met) };
  }

  #mark(at: number, set: Uint8Array): void {
    const own = this.#values[at] ?? [];
    for (let one = 0; one < own.length; one += 1)
      for (let other = one + 1; other < own.length; other += 1)
        set[(own[one] ?? 0) * this.#width + (own[other] ?? 0)] = 1;
  }
}

/** Returns the value of each dimension of a situation, by name. */
export function collectValues(situation: Situation): string[] {
  const mode = 'moment' in situation ? [`mode ${situation.moment.split('/')[0]}`] : [];
  return [...mode, ...Object.entries(situation).map(([name, value]) => `${name} ${String(value)}`)];
}

export function ownValues({ situation, object, action }: Cell): string[] {
  return [`object ${situation.container} ${object}`, `action ${action}`];
}
