import { isAbsolute, relative } from 'node:path';
import type { ProgramMember } from '@agent-home/agent-runtime/definition';
import { type PlaceOf, programPlaces } from '../../processes/program-place.ts';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import { requireTrustedTree } from '../trust/trusted-tree.ts';

type Loaded = Pick<LoadedDefinitions, 'settings' | 'places' | 'trust'>;

/** Places of the programs in a member of the settings. */
export type PlacesOfPrograms = (member: ProgramMember) => PlaceOf;

/** Programs of the settings, for runs in a project. */
export interface Programs {
  placeOf: PlacesOfPrograms;
  /** Project files that the settings start; file tools cannot change them. */
  trustedFiles: readonly string[];
  /** False before trust: the project then adds no instructions for the user's agents. */
  isTrusted: boolean;
}

/** Returns the programs of the loaded settings. */
export function collectPrograms(loaded: Loaded, environment: NodeJS.ProcessEnv): Programs {
  return {
    placeOf: placesOfPrograms(loaded, environment),
    trustedFiles: filesOfPrograms(loaded),
    isTrusted: loaded.trust.state === 'trusted',
  };
}

/**
 * Returns the files that the project's settings name, and the project files that the operator's settings name by an absolute path.
 */
function filesOfPrograms({ settings, places, trust }: Loaded): string[] {
  const { mcpServers, tools, vault, validators } = settings;
  const words = [
    ...Object.values(mcpServers).flatMap(({ command = '', args = [] }) => [command, ...args]),
    ...[...Object.values(tools), ...Object.values(vault)].flatMap((entry) => entry.command ?? []),
    ...[...Object.values(tools), ...Object.values(validators)].flatMap((entry) => entry.module ?? []),
  ];
  const named = words.filter((word) => isAbsolute(word)).map((word) => relative(places.project, word));
  return [...Object.keys(trust.files), ...named].filter((path) => path !== '' && !path.startsWith('..'));
}

/** Returns the places of programs for the loaded settings. A project's programs start only while its tree is the trusted one. */
export function placesOfPrograms(
  { settings, places, trust }: Loaded,
  environment: NodeJS.ProcessEnv,
): PlacesOfPrograms {
  const requireUnchanged = () => requireTrustedTree(places, trust);
  return programPlaces(settings, { ...places, environment, requireUnchanged });
}
