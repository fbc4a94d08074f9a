import { clientRequirements } from './client-requirements.ts';
import type { Requirement } from './requirement.ts';
import { serverRequirements } from './server-requirements.ts';

/** As they stand in `docs/conformance.md`. */
export const requirementTables: Readonly<Record<'server' | 'client', string>> = {
  server: tableOf(serverRequirements),
  client: tableOf(clientRequirements),
};

/** A list below the name of each chapter, in the order of the report. */
function tableOf(requirements: readonly Requirement[]): string {
  const chapters = [...new Set(requirements.map(({ chapter }) => chapter))];
  return chapters
    .map((chapter) => {
      const own = requirements.filter((one) => one.chapter === chapter);
      const rows = own.map(({ id, title }) => `- \`${id}\`: ${title}`);
      return [`[${chapter}](protocol/${chapter}):`, '', ...rows].join('\n');
    })
    .join('\n\n');
}
