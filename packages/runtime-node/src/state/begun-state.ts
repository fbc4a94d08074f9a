import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isOwned, ownFolder } from './own-folder.ts';

/** Identity of a folder; a copy or a replacement at the same path has another one. */
const folderSchema = z.strictObject({ path: z.string(), device: z.string(), inode: z.string() });

/** Files and folders of the user, not state, that `~/.agent-home` may contain before its first use. */
const notState: ReadonlySet<string> = new Set(['settings.json', 'agents', 'policies', 'skills']);

/**
 * True if this machine created the state in `folder`. The user's home folder, as the system knows it, records the state folder at
 * first use, while it is still empty. State that a project brings has no record.
 * @param folder real path of a state home
 * @param systemHome real home folder of the user
 */
export function isBegunState(folder: string, systemHome: string): boolean {
  const { dev, ino } = lstatSync(folder, { bigint: true });
  const found = { path: folder, device: String(dev), inode: String(ino) };
  const records = ownFolder(join(ownFolder(join(systemHome, '.agent-home')), 'begun-states'));
  const record = join(records, `${createHash('sha256').update(folder).digest('hex')}.json`);
  const known = readRecord(record);
  if (known) return JSON.stringify(known) === JSON.stringify(found);
  if (readdirSync(folder).some((name) => !notState.has(name))) return false;
  writeFileSync(record, JSON.stringify(found), { flag: 'wx', mode: 0o600 });
  return true;
}

function readRecord(path: string): z.infer<typeof folderSchema> | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isFile() || !isOwned(entry)) return undefined;
  try {
    return folderSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
