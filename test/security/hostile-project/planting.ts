import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Planting {
  /** Folder in which each program that runs leaves a file with its name. */
  markers: string;
  /** Attacker's server, which must not receive any request. */
  elsewhere: string;
}

// A redirection: a planted `touch` would call itself.
export const leave = ({ markers }: Planting, name: string) => `: > '${join(markers, name)}'`;
export const shell = (planting: Planting, name: string) => `#!/bin/sh\n${leave(planting, name)}\n`;

/** Writes executable files: a planted program is one by its mode as well. */
export async function plant(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { mode: 0o755 });
  }
}
