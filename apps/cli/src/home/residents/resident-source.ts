import { parseSpecReference } from '@agent-home/agent-runtime/definition';
import {
  type DefinitionPlaces,
  loadDefinitions,
  type VerifiedSet,
  withHomeSet,
} from '@agent-home/runtime-node/definitions';
import type { HomeFlags } from '../../agents/home-specs/home-connection.ts';
import { readKeptSet } from '../../agents/home-specs/kept-sets.ts';
import { loadHomeAgent } from '../../agents/home-specs/load-home-agent.ts';
import {
  type OpenDefinition,
  openAgentFile,
  openDefinition,
  openLoadedDefinition,
} from '../../agents/running/open-agent.ts';
import { HomeSpecError } from '../../errors/command-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Longest time for which a resident runs on a set that its home has withdrawn or changed. */
const rereadMs = 15_000;

/** Source of a resident's definition: a file, or a version that is registered in the project or in a home. */
export interface ResidentSource {
  /** File or `NAME@VERSION`, as the user passed it. */
  given: string;
  /** Opens the definition with the current settings, so that changes apply to the next run. */
  open(): Promise<OpenDefinition>;
}

/** Returns the source of one argument of `agent-home live`. A file named like a version is passed as `./NAME@VERSION`. */
export function residentSource(
  given: string,
  { places, environment, flags }: { places: DefinitionPlaces; environment: Environment; flags: HomeFlags },
): ResidentSource {
  if (!isReference(given)) return { given, open: async () => openAgentFile(places, given) };
  if (flags.home === undefined) return { given, open: async () => openDefinition(places, given) };
  return homeSource(given, { places, environment, flags });
}

function isReference(given: string): boolean {
  const { name, version } = parseSpecReference(given);
  return version !== undefined && /^[a-z0-9][\w-]*$/i.test(name);
}

/**
 * Opens a version of a home. Its set is read again for later runs, so that a withdrawn or changed set begins none. While the home
 * cannot be reached, the set that was read and trusted stays in use.
 */
function homeSource(
  given: string,
  { places, environment, flags }: Parameters<typeof residentSource>[1],
): ResidentSource {
  let known: { set: VerifiedSet; at: number } | undefined;
  const read = async (): Promise<VerifiedSet> => {
    if (known && performance.now() - known.at < rereadMs) return known.set;
    try {
      const { set } = await loadHomeAgent(environment, { places, name: given, flags });
      known = { set, at: performance.now() };
      return set;
    } catch (error) {
      if (known && error instanceof HomeSpecError && error.code === 'home_unreachable') return known.set;
      // A refused set must not be used again while the home cannot be reached.
      known = undefined;
      throw error;
    }
  };
  return {
    given,
    async open() {
      const set = await read();
      const isTrusted = readKeptSet(environment, set.sha256) !== undefined;
      return openLoadedDefinition(withHomeSet(loadDefinitions(places), set, isTrusted), given);
    },
  };
}
