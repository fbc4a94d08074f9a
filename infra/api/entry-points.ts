import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { publishable } from '../packages/publishable.ts';

/** An entry point of a published package: the name that others import, and its source file. */
export interface EntryPoint {
  specifier: string;
  file: string;
}

/** A published package with the entry points that its published manifest exports. */
export interface PublishedPackage {
  name: string;
  folder: string;
  entryPoints: EntryPoint[];
  /** Names of packages that are built into this one. */
  inlined: readonly string[];
}

const manifestSchema = z.object({ name: z.string(), exports: z.record(z.string(), z.string()) });

/** Reads the published packages that export something; the command `agent-home` exports nothing. */
export function readPublishedPackages(repository: string): PublishedPackage[] {
  return publishable.map(({ folder, entries, inlined = [] }) => {
    const source = join(repository, 'packages', folder);
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
    const published = new Set(Object.values(entries).map((path) => `./${path}`));
    const entryPoints = Object.entries(manifest.exports)
      .filter(([, path]) => published.has(path))
      .map(([door, path]) => ({ specifier: join(manifest.name, door), file: join(source, path) }));
    return { name: manifest.name, folder, entryPoints, inlined };
  });
}
