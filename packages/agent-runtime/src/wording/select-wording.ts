import type { RunStarted } from '../run-log/index.ts';
import { currentWording } from './current-wording.ts';
import { earlierWording } from './earlier-wording.ts';
import type { Wording } from './wording.ts';

/** Returns true for a run whose log has the texts of formats 1 and 2. */
export function hasEarlierWording(first: Pick<RunStarted, 'format'> | undefined): boolean {
  return first !== undefined && first.format < 3;
}

/** Returns the texts of a run. A run without its first record is of the newest format. */
export function getWording({ first }: { first?: Pick<RunStarted, 'format'> }): Wording {
  return hasEarlierWording(first) ? earlierWording : currentWording;
}
