import { clientRequirements } from './client-requirements.ts';
import type { Requirement } from './requirement.ts';
import { serverRequirements } from './server-requirements.ts';

/** Tables as in `docs/conformance.md`. */
export const requirementTables: Readonly<Record<'server' | 'client', string>> = {
  server: toTable(serverRequirements),
  client: toTable(clientRequirements),
};

/** Returns the ids by chapter, in the order of the report, which has the titles. */
function toTable(requirements: readonly Requirement[]): string {
  const chapters = [...new Set(requirements.map(({ chapter }) => chapter))];
  const rows = chapters.map((chapter) => {
    const ids = requirements.filter((one) => one.chapter === chapter).map(({ id }) => `\`${id}\``);
    return `- [${chapter}](protocol/${chapter}): ${ids.join(', ')}`;
  });
  return rows.join('\n');
}
