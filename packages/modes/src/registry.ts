import { eraseTypes } from './erase-types.ts';
import { freeform } from './freeform.ts';
import type { AnyMode } from './mode.ts';
import { turnQueue } from './turn-queue.ts';

/** Every mode and version there is. A new mode is one new file and one line here. */
export const modes: readonly AnyMode[] = [eraseTypes(freeform), eraseTypes(turnQueue)];

/** The named version, or the newest. `undefined` for a mode this build does not know: such a topic is read-only. */
export function findMode(name: string, version?: number): AnyMode | undefined {
  const known = modes.filter((mode) => mode.name === name);
  if (version !== undefined) return known.find((mode) => mode.version === version);
  return known.reduce<AnyMode | undefined>(
    (newest, mode) => (newest && newest.version > mode.version ? newest : mode),
    undefined,
  );
}
