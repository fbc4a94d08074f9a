import { shownText } from '@agent-home/protocol';
import { rankEntries } from '@agent-home/runtime-node';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { askLine } from '../../terminal/ask-line.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { toTable } from '../../terminal/table.ts';
import { preview, shownLines } from '../../terminal/untrusted-text.ts';
import { findEntry, type MemoryPlaceFlags, withMemory } from './with-memory.ts';

export interface MemoryFlags extends MemoryPlaceFlags {
  format: 'table' | 'json';
}

export interface MemoryListFlags extends MemoryFlags {
  /** Tags that an entry must have, all of them. */
  tag?: string[];
  query?: string;
}

export interface MemoryForgetFlags extends MemoryFlags {
  all: boolean;
  yes: boolean;
}

/** Maximum length of a text in the list, in characters. */
const shownOfText = 60;

/** `agent-home agents memory list AGENT` (S3-105): prints the memory entries of an agent, the newest first or the best match. */
export async function listMemory(name: string, flags: MemoryListFlags): Promise<void> {
  const { tag: tags = [], query } = flags;
  const all = await withMemory(name, flags, (store) => store.list(name));
  const tagged = all.filter((entry) => tags.every((tag) => entry.tags?.includes(tag)));
  const entries = query === undefined ? tagged : rankEntries(query, tagged, tagged.length);
  if (flags.format === 'json') return console.log(jsonDocument({ agent: name, entries }));
  if (all.length === 0) return console.log(`${shownText(name)} has no memory here`);
  if (entries.length === 0) return console.log(`no entry of ${shownText(name)} matches`);
  const rows = entries.map(({ id, time, session_id, tainted, key, text, tags = [] }) => [
    id.slice(0, 12),
    preview(key ?? '', 30),
    shownText(time.slice(0, 19)),
    preview(session_id, 30),
    tainted ? 'others’ words' : '',
    preview(tags.join(' '), 30),
    preview(text.replace(/\s+/g, ' '), shownOfText),
  ]);
  console.log(toTable(['id', 'key', 'time', 'session', 'from', 'tags', 'text'], rows));
}

/** `agent-home agents memory show AGENT ENTRY`: prints one entry in full. Returns 1 if it does not exist. */
export async function showMemory(name: string, id: string, flags: MemoryFlags): Promise<0 | 1> {
  const entry = await withMemory(name, flags, (store) => findEntry(store, name, id));
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, entry: entry ?? null }));
  else if (!entry) console.log(notThere(name, id));
  else {
    console.log(`id       ${entry.id}`);
    if (entry.key !== undefined) console.log(`key      ${shownText(entry.key)}`);
    console.log(`time     ${shownText(entry.time)}`);
    console.log(`session  ${shownText(entry.session_id)}`);
    console.log(`agent    ${shownText(entry.agent)}`);
    console.log(`from     run ${shownText(entry.origin.run_id)}, record ${entry.origin.seq}`);
    console.log(`         ${entry.tainted ? 'contains text of others' : 'contains no text of others'}`);
    if (entry.edited)
      console.log(`edited   ${shownText(entry.edited.time)} by ${shownText(entry.edited.by)}`);
    if (entry.tags) console.log(`tags     ${shownText(entry.tags.join(' '))}`);
    for (const [name, value] of Object.entries(entry.metadata ?? {}))
      console.log(`metadata ${shownText(name)}: ${shownText(String(value))}`);
    for (const line of shownLines(entry.text)) console.log(`  ${line}`);
  }
  return entry ? 0 : 1;
}

/**
 * `agent-home agents memory forget AGENT ENTRY`: deletes an entry, or all of them after a confirmation. Returns 0 if it existed,
 * 1 otherwise.
 * @throws AgentCommandError `invalid_id`, `ambiguous_id`, `confirmation_missing`
 */
export async function forgetMemory(
  name: string,
  id: string | undefined,
  flags: MemoryForgetFlags,
): Promise<0 | 1> {
  if (flags.all !== (id === undefined))
    throw new AgentCommandError(
      'invalid_id',
      'pass either the key or id of one entry, or --all: agent-home agents memory list shows them',
    );
  if (id === undefined) return forgetAll(name, flags);
  const wasThere = await withMemory(name, flags, async (store) => {
    const entry = await findEntry(store, name, id);
    // A damaged entry is not listed, so its whole id is required.
    return store.forget(name, entry?.id ?? id);
  });
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, id, forgotten: wasThere }));
  else console.log(wasThere ? `${shownText(id)} is deleted` : notThere(name, id));
  return wasThere ? 0 : 1;
}

async function forgetAll(name: string, flags: MemoryForgetFlags): Promise<0 | 1> {
  const forgotten = await withMemory(name, flags, async (store) => {
    const entries = await store.list(name);
    if (entries.length === 0) return 0;
    if (!flags.yes && !(await isWanted(name, entries.length))) return undefined;
    let count = 0;
    // Only the entries that the question was about: a run may store others meanwhile.
    for (const { id } of entries) if (await store.forget(name, id)) count++;
    return count;
  });
  if (forgotten === undefined) {
    console.error('Nothing was deleted.');
    return 1;
  }
  if (flags.format === 'json') console.log(jsonDocument({ agent: name, forgotten }));
  else
    console.log(forgotten === 0 ? `${shownText(name)} has no memory here` : `deleted entries: ${forgotten}`);
  return forgotten === 0 ? 1 : 0;
}

async function isWanted(name: string, count: number): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new AgentCommandError('confirmation_missing', 'no terminal to confirm on: pass --yes to confirm');
  const question = `Delete all ${count} entries of the memory of ${shownText(name)}? Its runs and their logs stay. yes or no: `;
  return (await askLine(question, stopSignal()))?.trim().toLowerCase() === 'yes';
}

const notThere = (name: string, id: string) => `${shownText(name)} has no memory entry ${shownText(id)} here`;
