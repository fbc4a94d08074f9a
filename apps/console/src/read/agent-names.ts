import { normalForm, shownText } from '@agent-home/protocol';
import { useSyncExternalStore } from 'react';

/** Names of agents from the home's responses, by id. Names are chosen by agents, ids are not. */
const names = new Map<string, string>();
/** Agents with a name, or with an id equal to it: an ambiguous name does not identify an agent. */
const bearers = new Map<string, Set<string>>();
const listeners = new Set<() => void>();
let version = 0;

/** Stores the names from a response of the home. */
export function learnNames(answer: unknown): void {
  const { names: told } = (answer ?? {}) as { names?: unknown };
  if (typeof told !== 'object' || told === null) return;
  let isNews = false;
  for (const [id, name] of Object.entries(told)) {
    if (typeof name !== 'string' || name.trim() === '' || names.get(id) === name) continue;
    collectBearers(names.get(id) ?? id).delete(id);
    names.set(id, name);
    collectBearers(name).add(id);
    collectBearers(id).add(id);
    isNews = true;
  }
  if (!isNews) return;
  version += 1;
  for (const listener of listeners) listener();
}

function collectBearers(name: string): Set<string> {
  const folded = normalForm(name, 'NFKC').trim().toLowerCase();
  const known = bearers.get(folded) ?? new Set<string>();
  bearers.set(folded, known);
  return known;
}

/** Returns the label of an agent: its name, with its id if another agent has the same name; its id without a name. */
export function nameOfAgent(id: string): string {
  const name = names.get(id);
  if (name === undefined) return id;
  return collectBearers(name).size > 1 ? `${name} (${id})` : name;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Returns a function for names in texts, which shows invisible characters by their codes. Renders again when names become known.
 */
export function useAgentNames(): (id: string) => string {
  useSyncExternalStore(subscribe, () => version);
  return (id) => shownText(nameOfAgent(id));
}

/** Returns the name to display (see `AgentName`). */
export function useAgentName(id: string): string {
  return useSyncExternalStore(subscribe, () => nameOfAgent(id));
}
