import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DefinitionPlaces } from '../loading/load-definitions.ts';

/** Creates a project and a global folder with these files, which are deleted on disposal. */
export function makeProject(
  files: Record<string, string | Uint8Array>,
  global: Record<string, string> = {},
): DefinitionPlaces & {
  root: string;
  write(path: string, content: string | Uint8Array): void;
  [Symbol.dispose](): void;
} {
  const root = mkdtempSync(join(tmpdir(), 'agent-home-definitions-'));
  const places = { project: join(root, 'project'), global: join(root, 'user', '.agent-home') };
  const put = (folder: string, path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  mkdirSync(places.project);
  for (const [path, content] of Object.entries(files)) put(places.project, path, content);
  for (const [path, content] of Object.entries(global)) put(places.global, path, content);
  return {
    ...places,
    root,
    write: (path, content) => put(places.project, path, content),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Returns a valid Markdown agent with the given lines at the end of its front matter, from line 5 on. */
export function markdownAgent(name: string, ...lines: string[]): string {
  return ['---', 'kind: agent', `name: ${name}`, `title: ${name}`, ...lines, '---', '', 'You help.', ''].join(
    '\n',
  );
}

/** Returns a valid AgentSpec with the given lines at the end of its spec, from line 10 on. */
export function agentSpec(name: string, ...lines: string[]): string {
  return [
    'apiVersion: agent.platform/v1',
    'kind: Agent',
    `metadata: { name: ${name}, version: 1.0.0, owner: ada }`,
    'spec:',
    '  type: conversational',
    '  modelRef: { provider: openai, name: m }',
    '  promptRef: prompts/own',
    '  runtime: { selector: native }',
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n');
}
