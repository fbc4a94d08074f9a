import type { MemoryStore } from '@agent-home/agent-runtime';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { MemoryError, Vault } from '@agent-home/runtime-node';
import { loadDefinitions, placesOfPrograms, resolveAgent } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { noteFormerState } from '../../state/project-state.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { toTable } from '../../terminal/table.ts';
import { preview, shownLines } from '../../terminal/untrusted-text.ts';
import { memoryPlace } from '../memory/memory-place.ts';
import { openMemory } from '../memory/open-memory.ts';
import { pinnedMemory } from '../memory/pinned-memory.ts';
import { requireSoundSettings, requireTrust } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface MemoryFlags {
  project?: string;
  format: 'table' | 'json';
  /** Backend to use if the agent's file names none or does not exist any more. */
  backend?: 'filesystem' | 'redis';
}

/** Maximum length of a text in the list, in characters. */
const shownOfText = 60;

/** `agent-home agents memory list AGENT` (S3-105): prints the memory entries of an agent, the newest first. */
export async function listMemory(name: string, flags: MemoryFlags): Promise<void> {
  const entries = await withMemory(name, flags, (store) => store.list(name));
  if (flags.format === 'json') return console.log(jsonDocument({ agent: name, entries }));
  if (entries.length === 0) return console.log(`${shownText(name)} has no memory here`);
  const rows = entries.map(({ id, time, session_id, tainted, key, text }) => [
    id.slice(0, 12),
    preview(key ?? '', 30),
    shownText(time.slice(0, 19)),
    preview(session_id, 30),
    tainted ? 'others’ words' : '',
    preview(text.replace(/\s+/g, ' '), shownOfText),
  ]);
  console.log(toTable(['id', 'key', 'time', 'session', 'from', 'text'], rows));
}

/** `agent-home agents memory show AGENT ENTRY`: prints one entry in full. Returns 1 if it does not exist. */
export async function showMemory(name: string, id: string, flags: MemoryFlags): Promise<0 | 1> {
  const entry = await withMemory(name, flags, (store) => toEntry(store, name, id));
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, entry: entry ?? null }));
  else if (!entry) console.log(notThere(name, id));
  else {
    console.log(`id       ${entry.id}`);
    if (entry.key !== undefined) console.log(`key      ${shownText(entry.key)}`);
    console.log(`time     ${shownText(entry.time)}`);
    console.log(`session  ${shownText(entry.session_id)}`);
    console.log(`from     run ${shownText(entry.origin.run_id)}, record ${entry.origin.seq}`);
    console.log(`         ${entry.tainted ? 'contains text of others' : 'contains no text of others'}`);
    for (const [name, value] of Object.entries(entry.metadata ?? {}))
      console.log(`metadata ${shownText(name)}: ${shownText(String(value))}`);
    for (const line of shownLines(entry.text)) console.log(`  ${line}`);
  }
  return entry ? 0 : 1;
}

/** `agent-home agents memory forget AGENT ENTRY`: deletes an entry. Returns 0 if it existed, 1 otherwise. */
export async function forgetMemory(name: string, id: string, flags: MemoryFlags): Promise<0 | 1> {
  const wasThere = await withMemory(name, flags, async (store) => {
    const entry = await toEntry(store, name, id);
    // A damaged entry is not listed, so its whole id is required.
    return store.forget(name, entry?.id ?? id);
  });
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, id, forgotten: wasThere }));
  else console.log(wasThere ? `${shownText(id)} is deleted` : notThere(name, id));
  return wasThere ? 0 : 1;
}

/** Returns the entry with a key, an id, or an unambiguous prefix of an id. */
async function toEntry(store: MemoryStore, agent: string, id: string): Promise<MemoryEntry | undefined> {
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

const notThere = (name: string, id: string) => `${shownText(name)} has no memory entry ${shownText(id)} here`;

async function withMemory<Result>(
  name: string,
  { project, backend }: MemoryFlags,
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
    if (asked === 'redis' && agent?.origin.scope !== 'global') requireTrust(loaded);
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
    // Both search methods store texts in files, so no endpoint is called to read them.
    const files = asked === 'vector_store' ? 'filesystem' : asked;
    const open = await openMemory(settings, { backend: files }, place, { vault, log });
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
