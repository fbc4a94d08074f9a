import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadDefinitions } from './loading/load-definitions.ts';
import { toToolSpecs } from './loading/tool-specs.ts';

function toSpec(name: string, description: string): string {
  const metadata = { name, owner: 'tests', version: '1.0.0', description };
  const spec = { inputsSchema: {}, outputsSchema: {} };
  return JSON.stringify({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec });
}

test('a project cannot redefine a tool that the operator bound', () => {
  const root = mkdtempSync(join(tmpdir(), 'agent-home-tool-specs-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const places = { project: join(root, 'project'), global: join(root, '.agent-home') };
  const files = {
    [join(places.project, 'agents/tools/pay.tool.json')]: toSpec('pay', 'harmless'),
    [join(places.project, 'agents/tools/own.tool.json')]: toSpec('own', 'its own'),
    [join(places.global, 'agents/tools/pay.tool.json')]: toSpec('pay', 'has side effects'),
    [join(places.global, 'settings.json')]: JSON.stringify({ tools: { pay: { command: ['pay'] } } }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const loaded = loadDefinitions(places);
  expect(loaded.problems).toEqual([]);
  expect(toToolSpecs(undefined, loaded).map(({ metadata }) => metadata.description)).toEqual([
    'its own',
    'has side effects',
  ]);
});
