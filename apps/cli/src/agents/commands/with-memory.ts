import type { MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { MemoryError, openMemory, pinnedMemory, Vault } from '@agent-home/runtime-node';
import { loadDefinitions, placesOfPrograms, resolveAgent } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { noteFormerState } from '../../state/project-state.ts';
import { memoryPlace } from '../memory/memory-place.ts';
import { requireSoundSettings, requireTrust } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface MemoryPlaceFlags {
  project?: string;
  /** Backend to use if the agent's file names none or does not exist any more. */
  backend?: 'sqlite' | 'filesystem' | 'redis' | 'pgvector';
}

/**
 * Opens the memory of an agent for one action.
 * @throws AgentCommandError `no_memory`, `agent_not_found`, `memory_unavailable`
 */
export async function withMemory<Result>(
  name: string,
  { project, backend }: MemoryPlaceFlags,
  act: (store: MemoryStore) => Promise<Result>,
): Promise<Result> {
  return withPlainAgentErrors(async () => {
    const loaded = loadDefinitions(projectPlaces(project));
    requireSoundSettings(loaded);
    const agent = resolveAgent(loaded, name);
    const pinned = agent?.definition ? pinnedMemory(agent.definition).memory : undefined;
    const asked = backend ?? pinned?.backend;
    if (asked === undefined)
      throw new AgentCommandError(
        agent ? 'no_memory' : 'agent_not_found',
        `${agent ? `the file of ${shownText(name)} has no memory.long_term` : `Agent not found: ${shownText(name)}`}; pass --backend to read one anyway`,
      );
    if ((asked === 'redis' || asked === 'pgvector') && agent?.origin.scope !== 'global') requireTrust(loaded);
    const environment = process.env;
    const { settings } = loaded;
    const vault = new Vault(settings.vault, {
      environment,
      placeOf: placesOfPrograms(loaded, environment)('vault'),
    });
    noteFormerState(environment, 'memory');
    const place = memoryPlace(environment, loaded.places, agent?.origin.scope ?? 'project');
    const log = (message: string, facts: Record<string, unknown>) =>
      console.error(`${message}: ${shownText(JSON.stringify(facts))}`);
    const open = await openMemory(settings, { backend: asked }, place, { vault, log, search: false });
    try {
      return await act(open.store);
    } catch (error) {
      if (error instanceof MemoryError) throw new AgentCommandError('memory_unavailable', error.message);
      throw error;
    } finally {
      await open.close();
    }
  });
}

/**
 * Returns the entry with a key, an id, or an unambiguous prefix of an id.
 * @throws AgentCommandError `ambiguous_id`, `invalid_id`
 */
export async function findEntry(
  store: MemoryStore,
  agent: string,
  id: string,
): Promise<MemoryEntry | undefined> {
  const [keyed, ...others] = (await store.list(agent)).filter(({ key }) => key === id);
  if (others.length > 0)
    throw new AgentCommandError(
      'ambiguous_id',
      `${others.length + 1} sessions have an entry with the key ${shownText(id)}: pass an id from agents memory list`,
    );
  if (keyed) return keyed;
  if (!/^[0-9a-f]{4,64}$/.test(id))
    throw new AgentCommandError(
      'invalid_id',
      `no entry has the key ${shownText(id)}: pass a key or id from agents memory list, or the first 4 to 64 digits of an id`,
    );
  const exact = await store.show(agent, id);
  if (exact) return exact;
  const found = (await store.list(agent)).filter((entry) => entry.id.startsWith(id));
  if (found.length > 1)
    throw new AgentCommandError(
      'ambiguous_id',
      `${found.length} entries have ids that begin with ${id}: pass more digits`,
    );
  return found[0];
}
