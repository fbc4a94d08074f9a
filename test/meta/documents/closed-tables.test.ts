import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modeNames } from '@agent-home/modes';
import { expect, test } from 'vitest';
import { allCommands } from '../../../apps/cli/src/program/all-commands.ts';
import { allTools } from '../../../packages/mcp-server/src/tools/all-tools.ts';
import { projects } from '../../../vitest.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the code words in the first cells of the table with this heading, in their order. */
function firstCells(document: string, heading: string): string[] {
  const text = readFileSync(`${root}${document}`, 'utf8');
  const rows = text.slice(text.indexOf(`\n${heading}\n`) + heading.length + 2).split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(1, end).flatMap((row) => {
    const [, cell = ''] = row.split('|');
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
  });
}

function workspaces(): string[] {
  return ['packages', 'apps'].flatMap((kind) =>
    readdirSync(`${root}${kind}`).map((name) => `${kind}/${name}`),
  );
}

/** Returns the names of the commands of a group, without the group. */
function collectCommands(group: string): string[] {
  return allCommands
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${group} `))
    .map((name) => name.slice(group.length + 1));
}

/** Tables of closed lists: the rows name every member of the list and no other. */
const tables: { document: string; heading: string; words(cells: string[]): string[]; list(): string[] }[] = [
  {
    document: 'README.md',
    heading: '| mode | who may speak |',
    words: (cells) => cells,
    list: () => [...modeNames],
  },
  {
    document: 'README.md',
    heading: '| package | what it is |',
    words: (cells) => cells.filter((cell) => /^(packages|apps)\//.test(cell)),
    list: workspaces,
  },
  {
    document: 'CONTRIBUTING.md',
    heading: '| project | contents | needs |',
    words: (cells) => cells,
    list: () => projects.map(({ name }) => name),
  },
  {
    document: 'docs/mcp-server.md',
    heading: '| Tool | What it does |',
    words: (cells) => cells,
    list: () => allTools.map(({ name }) => name),
  },
  {
    document: 'docs/agents-on-the-command-line.md',
    heading: '| command | what it does |',
    words: (cells) => cells.map((cell) => cell.split(' ')[1] ?? ''),
    list: () => collectCommands('runs'),
  },
  {
    document: 'docs/agents/contexts.md',
    heading: '| command | what it does |',
    words: (cells) => cells.map((cell) => cell.split(' ')[0] ?? ''),
    list: () => collectCommands('agents context'),
  },
];

test.each(tables)('$document lists what code has: $heading', ({ document, heading, words, list }) => {
  expect(words(firstCells(document, heading)).toSorted()).toEqual(list().toSorted());
});

test('AGENTS.md names every package', () => {
  const named = firstCells('AGENTS.md', '| folder | contents |').map((cell) => cell.replace(/^.*\//, ''));
  const missing = workspaces().filter((path) => !named.includes(path.replace(/^.*\//, '')));
  expect(missing).toEqual([]);
});

/** Returns the arrows of the package diagram, each as two folder names. */
function drawnArrows(): [string, string][] {
  const text = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const [, drawing = ''] = /```mermaid\n(flowchart LR\n {2}cli\[.*?)```/s.exec(text) ?? [];
  const names = new Map(
    [...drawing.matchAll(/(\w+)\[([^\]]+)\]/g)].map(([, id = '', name = '']) => [id, name]),
  );
  const getName = (id: string) => (names.get(id) ?? id).replaceAll('"', '').replace('apps/', '');
  return drawing.split('\n').flatMap((line) => {
    const ids = line.split('-->').map((part) => getName(part.trim().replace(/\[.*$/, '')));
    return ids.slice(1).map((to, index): [string, string] => [ids[index] ?? '', to]);
  });
}

test('docs/architecture.md draws the dependencies of packages', () => {
  const arrows = drawnArrows();
  const reached = (from: string): Set<string> => {
    const next = arrows.filter(([one]) => one === from).map(([, to]) => to);
    return new Set([...next, ...next.flatMap((one) => [...reached(one)])]);
  };
  const declared = workspaces().flatMap((path): [string, string][] => {
    const manifest = readFileSync(`${root}${path}/package.json`, 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    const names = Object.keys(dependencies).filter((name) => name.startsWith('@agent-home/'));
    return names.map((name) => [path.replace(/^.*\//, ''), name.replace('@agent-home/', '')]);
  });
  const isDeclared = (arrow: [string, string]) => declared.some((one) => one.join() === arrow.join());
  expect(arrows.filter((arrow) => !isDeclared(arrow))).toEqual([]);
  expect(declared.filter(([from, to]) => !reached(from).has(to))).toEqual([]);
});

const files = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
const toText = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const sources = ['*.ts', '*.sh', '*.py', '*.yml', '.ci/run', 'infra/container/*', '*.json'];
const documents = ['*.md', ':!CHANGELOG.md', ':!.changeset', ':!openspec', ':!examples/oss'];

/** Returns the matches of a pattern in documents that occur in no source. */
function unknownIn(
  read: (path: string) => readonly string[],
  pattern: RegExp,
): { named: number; unknown: string[] } {
  const known = new Set(files(...sources).flatMap((path) => toText(path).match(pattern) ?? []));
  const named = [...new Set(files(...documents).flatMap(read))];
  return { named: named.length, unknown: named.filter((name) => !known.has(name)) };
}

test('documents name variables that code reads', () => {
  const pattern = /\b(?:AGENT_HOME|OSS|S3|STS|TEST)_[A-Z0-9_]*[A-Z0-9]/g;
  const { named, unknown } = unknownIn((path) => toText(path).match(pattern) ?? [], pattern);
  expect(named).toBeGreaterThan(50);
  expect(unknown).toEqual([]);
});

test('tables of documents name codes that code has', () => {
  const code = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;
  const read = (path: string) =>
    toText(path)
      .split('\n')
      .filter((row) => row.startsWith('|'))
      .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)])
      .flatMap(([, word = '']) => (word.includes('/') ? [] : (word.match(code) ?? [])));
  const { named, unknown } = unknownIn(read, code);
  expect(named).toBeGreaterThan(100);
  expect(unknown).toEqual([]);
});
