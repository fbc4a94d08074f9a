import { readdirSync, readFileSync } from 'node:fs';
import { allLimits } from '../../../packages/platform/src/foundation/limits/all-limits.ts';
import type { Place } from './pieces.ts';

/** Returns the sources that may read a limit: all except tests and definitions of limits. */
function collectSources(root: string): string {
  const folders = ['packages/platform/src', 'apps/cli/src', 'apps/server/src/worker', 'apps/server/src/api'];
  return folders
    .flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
        .filter(
          (file) =>
            file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('foundation/limits/'),
        )
        .map((file) => readFileSync(`${root}${folder}/${file}`, 'utf8')),
    )
    .join('\n');
}

/** Returns the names of the numbers that are read from a configuration. */
function numbersRead(sources: string): string[] {
  const reading =
    /\bconfig(?:\.retention|\.quotas)?\.(\w+(?:Seconds|Ms|Bytes|Days|Objects|PerDay|PerSecond|Failures|Batch))\b/g;
  return [...sources.matchAll(reading)].map(([, name]) => String(name));
}

/** Returns every place that has to contain a limit (CONTRIBUTING, "A new limit"). */
export function limitPlaces(root: string): Place[] {
  const limits = Object.values(allLimits).flatMap((concern) => Object.entries(concern));
  const document = readFileSync(`${root}docs/configuration.md`, 'utf8');
  const documented = [...document.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, variable]) => variable);
  const getName = new Map<string, string>(limits.map(([name, { variable }]) => [variable, name]));
  const sources = collectSources(root);
  return [
    {
      what: 'definition',
      file: 'packages/platform/src/foundation/limits',
      members: new Set(limits.map(([name]) => name)),
    },
    {
      what: 'line in the documents (npm run generate -- configuration)',
      file: 'docs/configuration.md',
      members: new Set(documented.flatMap((variable) => getName.get(String(variable)) ?? [])),
    },
    {
      what: 'reader: nothing is bounded by it',
      file: 'packages/platform/src, apps',
      members: new Set([
        ...limits.map(([name]) => name).filter((name) => new RegExp(`\\b${name}\\b`).test(sources)),
        ...numbersRead(sources),
      ]),
    },
  ];
}
