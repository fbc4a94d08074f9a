import type { AnyMode, Mode } from '../mode/mode.ts';
import { catalogue } from './catalogue.ts';
import { eraseTypes } from './erase-types.ts';

/** Returns the modes and versions of a catalogue, with their types hidden. */
export function registerModes(versionsByName: Record<string, readonly Mode[]>): AnyMode[] {
  return Object.values(versionsByName).flatMap((versions) => versions.map((mode) => eraseTypes(mode)));
}

/** The modes of this build. */
export const modes: readonly AnyMode[] = registerModes(catalogue);

/** Finds a version, or the newest one, of a mode by its name. */
export type FindMode = (name: string, version?: number) => AnyMode | undefined;

function findIn(known: readonly AnyMode[]): FindMode {
  return (name, version) => {
    const versions = known.filter((mode) => mode.name === name);
    if (version !== undefined) return versions.find((mode) => mode.version === version);
    return versions.reduce<AnyMode | undefined>(
      (newest, mode) => (newest && newest.version > mode.version ? newest : mode),
      undefined,
    );
  };
}

/** Finds the named version, or the newest. `undefined` for a mode that this build does not know; such a topic is read-only. */
export const findMode: FindMode = findIn(modes);
