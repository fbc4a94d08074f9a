import type { CheckName, Checks } from './types.ts';
import { checkNames } from './types.ts';

/** Results of checks per entry so far, and the number of finished entries. */
export class EntryChecks {
  readonly #checks = new Map<number, Checks>();
  #settled = 0;

  get settled(): number {
    return this.#settled;
  }

  at(sequence: number): Checks | undefined {
    return this.#checks.get(sequence);
  }

  /** Merges results into the checks of an entry. */
  add(sequence: number, found: Partial<Checks>): Checks {
    const before = this.#checks.get(sequence);
    const checks: Checks = { ...(before ?? nothingYet), ...found };
    this.#checks.set(sequence, checks);
    this.#settled += Number(isSettled(checks)) - Number(before !== undefined && isSettled(before));
    return checks;
  }
}

const nothingYet = Object.fromEntries(
  checkNames.map((name: CheckName) => [name, { state: 'waiting' }]),
) as Checks;

function isSettled(checks: Checks): boolean {
  return checkNames.every((name) => checks[name].state !== 'waiting');
}
