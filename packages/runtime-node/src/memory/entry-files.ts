import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MemoryEntry } from '@agent-home/agent-runtime/run-log';
import { openRegular } from '../run-store/open-regular.ts';
import { isMissing } from './is-missing.ts';
import { mostEntryBytes, readEntry } from './read-entry.ts';

export const entryName = /^[0-9a-f]{64}\.json$/;

/** A file changed this recently may change again without a new timestamp, because file system clocks are coarse. */
const settledMs = 2_000;

interface Known {
  /** File status by which a change is detected. */
  mark: string;
  entry: MemoryEntry;
}

/**
 * Memory entries in the agents' folders. A run reads all of them before each round. Their content is cached until a file changes;
 * names and status are read synchronously, which is faster than waiting for another thread.
 */
export class EntryFiles {
  /** Entries by folder, then by file name. */
  readonly #known = new Map<string, ReadonlyMap<string, Known>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * @returns the same frozen entries each time
   * @param passBy called with a file that is not an entry of this agent
   */
  async read(
    folder: string,
    agent: string,
    { signal, passBy }: { signal: AbortSignal | undefined; passBy: (file: string) => void },
  ): Promise<MemoryEntry[]> {
    const before = this.#known.get(folder);
    const known = new Map<string, Known>();
    const entries: MemoryEntry[] = [];
    for (const name of namesIn(folder).filter((each) => entryName.test(each))) {
      const path = join(folder, name);
      const mark = this.#markOf(path);
      const same = before?.get(name);
      if (same && same.mark === mark) {
        known.set(name, same);
        entries.push(same.entry);
        continue;
      }
      signal?.throwIfAborted();
      const entry = await readFileEntry(path, agent);
      if (!entry || `${entry.id}.json` !== name) {
        passBy(name);
        continue;
      }
      entries.push(entry);
      if (mark !== undefined) known.set(name, { mark, entry });
    }
    this.#known.set(folder, known);
    return entries;
  }

  /** Returns undefined if the file could still change without a visible difference in its status. */
  #markOf(path: string): string | undefined {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!found || Number(found.ctimeMs) > this.#now() - settledMs) return undefined;
    return `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
  }
}

/** Reads an entry from its file; undefined if it is not a valid entry of this agent. */
export async function readFileEntry(path: string, agent: string): Promise<MemoryEntry | undefined> {
  try {
    const file = await openRegular(path, { links: false });
    try {
      if ((await file.stat()).size > mostEntryBytes) return undefined;
      return readEntry(await file.readFile('utf8'), agent);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Returns the names in a folder. An agent without memory has no folder, which is not an error. */
export function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
