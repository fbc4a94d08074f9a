import { shownText } from '@agent-home/protocol';
import {
  type DefinitionPlaces,
  type LoadedDefinitions,
  loadDefinitions,
  RegistryError,
  type VerifiedSet,
  withHomeSet,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError, SpecCommandError } from '../../errors/command-errors.ts';
import { HomeConnection, type HomeFlags } from './home-connection.ts';
import { HomeSpecRegistry } from './home-spec-registry.ts';
import { readKeptSet } from './kept-sets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An agent of a home, with the settings of this machine. */
export interface HomeAgent {
  set: VerifiedSet;
  loaded: LoadedDefinitions;
  /** `NAME@VERSION`. */
  reference: string;
}

/**
 * Reads an agent of a home with its policies and tools, in one request.
 * @param name `NAME@VERSION`, or a name for the newest release
 * @throws AgentCommandError `agent_not_found`; SpecCommandError; HomeSpecError
 */
export async function loadHomeAgent(
  environment: Environment,
  { places, name, flags }: { places: DefinitionPlaces; name: string; flags: HomeFlags },
): Promise<HomeAgent> {
  const registry = new HomeSpecRegistry(HomeConnection.open(environment, flags));
  const set = await readSet(registry, name);
  const isTrusted = readKeptSet(environment, set.sha256) !== undefined;
  const { name: own, version } = set.agent;
  return {
    set,
    loaded: withHomeSet(loadDefinitions(places), set, isTrusted),
    reference: `${own}@${version}`,
  };
}

async function readSet(registry: HomeSpecRegistry, name: string): Promise<VerifiedSet> {
  try {
    return await registry.getSet(name);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    if (error.code === 'no_such_spec')
      throw new AgentCommandError('agent_not_found', shownText(error.message));
    throw new SpecCommandError(error.code, shownText(error.message));
  }
}
