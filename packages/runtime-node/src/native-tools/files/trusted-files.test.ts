import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@agent-home/protocol';
import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

function begin(files: Record<string, string>, trustedFiles: string[] = []) {
  const { folder } = scratchProject(files);
  const tools = createNativeTools({ projectFolder: folder, trustedFiles });
  return {
    at: (name: string) => join(folder, name),
    code: async (tool: string, args: JsonObject) => (await callTool(tools, tool, args)).error?.code,
  };
}

it('file tools change no trusted configuration', async () => {
  const paths = [
    ...[
      'agents/ada.md',
      'agents/settings.json',
      'agents/policies/house.policy.yaml',
      'AGENTS/new/agent.yaml',
    ],
    ...[
      '.envrc',
      'sub/.vscode/tasks.json',
      '.husky/pre-commit',
      'sub/.ENVRC. ',
      '.githooks/x',
      '.gitattributes',
    ],
    ...['node_modules/x/index.js', 'lib/sitecustomize.py', 'uv.toml', './srv/../srv/main.py', 'SRV/Main.py'],
  ];
  const files = Object.fromEntries(['agents/ada.md', '.envrc', 'srv/main.py'].map((path) => [path, 'old']));
  const { at, code } = begin(files, ['srv/main.py']);
  for (const path of paths)
    expect([path, await code('write_file', { path, content: 'new' })]).toEqual([path, 'trusted_path']);
  for (const path of Object.keys(files)) {
    expect(await code('edit_file', { path, old_text: 'old', new_text: 'new' })).toBe('trusted_path');
    expect(await code('delete_file', { path })).toBe('trusted_path');
    expect(readFileSync(at(path), 'utf8')).toBe('old');
  }
  // A rejected file leaves no new folder behind.
  expect(existsSync(at('sub'))).toBe(false);
});

it('file tools change sources but no package scripts', async () => {
  const scripts = { test: 'vitest' };
  const { code } = begin({ 'package.json': JSON.stringify({ scripts }), 'src/agents/a.ts': 'old' });
  for (const path of ['src/main.py', 'src/agents/a.ts', 'Makefile', 'docs/agents.md'])
    expect([path, await code('write_file', { path, content: 'new' })]).toEqual([path, undefined]);
  const write = (content: string, path = 'package.json') => code('write_file', { path, content });
  expect(await write(JSON.stringify({ scripts, dependencies: { zod: '4' } }))).toBeUndefined();
  const changed = { scripts: { ...scripts, postinstall: './x' } };
  for (const text of [JSON.stringify(changed), `\uFEFF${JSON.stringify(changed)}`]) {
    expect(await write(text)).toBe('trusted_path');
    expect(await write(text, 'sub/Package.json')).toBe('trusted_path');
  }
  const edit = { path: 'package.json', old_text: '"vitest"', new_text: '"./x"' };
  expect(await code('edit_file', edit)).toBe('trusted_path');
  // Invalid JSON is refused because a later edit could complete it with other scripts.
  expect(await write('{')).toBe('trusted_path');
  expect(await write('{}', 'sub/package.json')).toBeUndefined();
});
