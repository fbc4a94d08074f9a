import { clientRequirements } from './client-requirements.ts';
import type { Requirement } from './requirement.ts';
import { serverRequirements } from './server-requirements.ts';

/** As they stand in `docs/conformance.md`. */
export const requirementTables: Readonly<Record<'server' | 'client', string>> = {
  server: tableOf(serverRequirements),
  client: tableOf(clientRequirements),
};

function tableOf(requirements: readonly Requirement[]): string {
  const rows = requirements.map(
    ({ id, title, chapter }) => `| \`${id}\` | ${title} | [${chapter}](protocol/${chapter}) |`,
  );
  return ['| requirement | what it says | chapter |', '| --- | --- | --- |', ...rows].join('\n');
}
