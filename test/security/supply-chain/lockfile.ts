import { z } from 'zod';

/** Registry of every package of this project. */
export const registry = 'https://registry.npmjs.org/';

const packageSchema = z.looseObject({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  version: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
});
export const lockfileSchema = z.looseObject({ packages: z.record(z.string(), packageSchema) });
export type Lockfile = z.infer<typeof lockfileSchema>;

/** Folders of this repository; they have no registry source. */
const own = /^(?:packages|apps)\/[a-z0-9-]+$/;

/**
 * Returns the lockfile entries that come from outside the one registry, have no content hash, or run an unlisted install script. A
 * changed lockfile must not introduce unreviewed code.
 */
export function lockfileProblems(lockfile: Lockfile, allowedScripts: ReadonlySet<string>): string[] {
  return Object.entries(lockfile.packages).flatMap(([place, entry]) => {
    if (place === '' || own.test(place)) return [];
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (entry.link) return own.test(entry.resolved ?? '') ? [] : [`${name} is a link to ${entry.resolved}`];
    const problems: string[] = [];
    if (entry.resolved !== undefined && !entry.resolved.startsWith(registry))
      problems.push(`${name} comes from ${entry.resolved}`);
    if (!/^sha512-[A-Za-z0-9+/=]+$/.test(entry.integrity ?? ''))
      problems.push(`${name} is bound to no content`);
    if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) problems.push(`${name} has no version of a registry`);
    if (entry.hasInstallScript && !allowedScripts.has(name))
      problems.push(`${name} runs a script when it is installed`);
    return problems;
  });
}
