import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clientRequirements } from './client-requirements.ts';
import { requirementTables } from './requirement-tables.ts';
import { serverRequirements } from './server-requirements.ts';

const documents = new URL('../../../../docs/', import.meta.url);

test('the documentation of the kit lists every requirement', () => {
  const page = readFileSync(new URL('conformance.md', documents), 'utf8');
  for (const table of Object.values(requirementTables)) expect(page).toContain(`-->\n\n${table}\n\n<!-- end`);
  for (const { id, chapter } of [...serverRequirements, ...clientRequirements])
    expect(existsSync(new URL(`protocol/${chapter}`, documents)), id).toBe(true);
});

test('no requirement has the id of another of its kit', () => {
  for (const requirements of [serverRequirements, clientRequirements]) {
    const ids = requirements.map(({ id }) => id);
    expect(new Set<string>(ids).size).toBe(ids.length);
  }
});
