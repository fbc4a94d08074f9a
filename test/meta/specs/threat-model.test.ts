import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

it('the threat model names a test for everything it says is stopped', () => {
  const scenarios = new Set(
    readdirSync(new URL('openspec/specs/', root)).flatMap((capability) =>
      [...read(`openspec/specs/${capability}/spec.md`).matchAll(/^#### Scenario: (.+)$/gm)].map(
        ([, name]) => name,
      ),
    ),
  );
  const rows = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| it tries to'));
  expect(rows.length).toBeGreaterThan(25);
  for (const row of rows) {
    const shown = row.split('|').at(-2) ?? '';
    const named = [...shown.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    expect(named.length, row).toBeGreaterThan(0);
    for (const name of named) expect(scenarios, row).toContain(name);
  }
});
