import { join } from 'node:path';
import { type MemoryEntry, memoryEntrySchema } from '@agent-home/agent-runtime/run-log';
import { sha256Hex } from '@agent-home/protocol';
import { openRegular } from '../run-store/open-regular.ts';
import { entryName, namesIn } from './entry-files.ts';
import { mostEntryBytes } from './read-entry.ts';

const agentFolder = /^[0-9a-f]{64}$/;

/** Reads the entries of all agents that the backend `filesystem` stored in a folder; skips links and damaged files. */
export async function readAllEntries(folder: string): Promise<MemoryEntry[]> {
  const entries: MemoryEntry[] = [];
  for (const agent of namesIn(folder).filter((name) => agentFolder.test(name))) {
    for (const name of namesIn(join(folder, agent)).filter((each) => entryName.test(each))) {
      const entry = await readFile(join(folder, agent, name));
      const isInPlace =
        entry && `${entry.id}.json` === name && sha256Hex(new TextEncoder().encode(entry.agent)) === agent;
      if (isInPlace) entries.push(entry);
    }
  }
  return entries;
}

async function readFile(path: string): Promise<MemoryEntry | undefined> {
  try {
    const file = await openRegular(path, { links: false });
    try {
      if ((await file.stat()).size > mostEntryBytes) return undefined;
      return memoryEntrySchema.safeParse(JSON.parse(await file.readFile('utf8'))).data;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
