import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns names and texts of all files below a folder. */
export async function filesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => `${entry.name}\n${await readFile(join(entry.parentPath, entry.name), 'utf8')}`),
  );
  return texts.join('\n');
}
