import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCollector } from './support/collector.ts';
import { type GuideProject, openGuideProject } from './support/guide-project.ts';
import { type Example, readGuide } from './support/read-guide.ts';
import { writeFiles } from './support/write-files.ts';

const folder = new URL('../../../docs/agents/', import.meta.url);

/** Commands that prompt, with their exit code if there is no terminal; other tests answer the prompts. */
const askingCommands: Record<string, string> = {
  'agent-home agents create': 'invalid_arguments',
  'agent-home agents edit debug-analyzer': 'editor_missing',
  'agent-home agents delete debug-analyzer': 'invalid_arguments',
  'agent-home agents context clear ada': 'confirmation_missing',
  'agent-home agents run ada --interactive': 'terminal_required',
  // The agent is the reader's own.
  'agent-home live agents/my-agent.md --home http://127.0.0.1:4600 --mirror': 'not_found',
};

/** Commands that serve until they are stopped. Each is stopped once it has printed an address. */
const servingCommands = new Set(['agent-home runs serve']);

function untilServed(line: string): string {
  const served = '"$HOME/served.txt"';
  return [
    `${line} > ${served} & pid=$!`,
    `while kill -0 $pid && ! grep -q http ${served}; do sleep 0.1; done`,
    'kill $pid; wait $pid',
  ].join('\n');
}

/** Blocks with program output, which are not run; blocks with a language are. */
const printed = new Set(['', 'text']);

/** Puts each example into the project: at the path that its guide names, or as a separate agent. */
async function place(examples: readonly Example[], project: GuideProject): Promise<string[]> {
  const names: string[] = [];
  const { folder: root, home } = project;
  for (const [index, { language, text, before, path, place: where }] of examples.entries()) {
    if (language === 'yaml' || (language === 'markdown' && /^kind: agent$/m.test(text))) {
      const name = /^name: (.+)$/m.exec(text)?.[1];
      const isAgent = language === 'markdown';
      // Skipped, because command output is compared later.
      if (isAgent && before.startsWith('becomes')) continue;
      const made = isAgent && name !== undefined ? name : `example-${index}`;
      const front = ['---', 'kind: agent', `name: ${made}`, 'title: An example'].join('\n');
      const content = isAgent ? text : `${front}\n${text}---\nYou help.\n`;
      await writeFiles(root, { [`agents/${made}.md`]: content });
      names.push(made);
    } else if (language === 'markdown') await writeFiles(root, { [path ?? where]: text });
    else if (language === 'json' && !text.startsWith('{"line"')) await project.addSettings(JSON.parse(text));
    // The settings of a person find it in their own folder.
    else if (language === 'js') await writeFiles(join(home, '.agent-home'), { 'checks/polite.mjs': text });
    else if (/^\{"prompt"/m.test(text)) await writeFiles(root, { 'messages.txt': text });
  }
  return names;
}

interface Followed {
  project: GuideProject;
  examples: Example[];
  /** Names of the agents from examples. */
  names: string[];
}

/** Follows a guide like its reader: definitions and settings are written to their files, then each command is run. */
async function follow(guide: string): Promise<Followed> {
  const { examples, commands } = readGuide(guide, await readFile(new URL(guide, folder), 'utf8'));
  const known = new Set([...printed, 'sh', 'yaml', 'markdown', 'json', 'js']);
  expect(examples.filter(({ language }) => !known.has(language)).map(({ place: at }) => at)).toEqual([]);
  const project = await openGuideProject();
  // Runs before the examples, whose settings send data to an address without a listener.
  expect((await project.run('agents', 'run', 'ada', '-p', 'Hello.')).code).toBe(0);
  const [{ run_id, session_id } = { run_id: '', session_id: '' }] = await project.runs();
  const names = await place(examples, project);
  // Validates settings and definitions: an invalid or missing one is reported.
  const { code, stdout } = await project.run('agents', 'validate', '--all');
  expect.soft([guide, code, code === 0 ? '' : stdout]).toEqual([guide, 0, '']);
  for (const name of names) expect.soft(stdout).toContain(`✓ ${name} (project): valid`);
  const collector = commands.some((line) => / URL\b/.test(line)) ? await openCollector() : undefined;
  for (const line of commands) {
    // If a guide runs something first, `RUN` means that run.
    const [newest] = guide === 'graphs.md' && /\bRUN\b/.test(line) ? await project.runs() : [];
    const filled = line
      .replace(/\bRUN\b/, newest?.run_id ?? run_id)
      .replace('terminal-5d0c…', session_id)
      .replace(/\bURL\b/, collector?.url ?? '');
    const typed = line.replace(/\s+#.*$/, '');
    const ended = await project.shell(servingCommands.has(typed) ? untilServed(typed) : filled);
    const asks = askingCommands[typed];
    const found = asks === undefined ? ended.stderr : /\[([a-z_]+)\]$/m.exec(ended.stderr)?.[1];
    expect
      .soft([guide, line, ended.code, asks === undefined && ended.code === 0 ? '' : found])
      .toEqual([guide, line, asks === undefined ? 0 : 2, asks ?? '']);
  }
  return { project, examples, names };
}

/** Checks that compare the output shown in guides with the real one, in addition to the exit codes. */
const comparisons: Record<string, (followed: Followed) => Promise<void>> = {
  'batch.md': async ({ project, examples }) => {
    const shown = examples.find(({ language }) => language === 'json')?.text ?? '{}';
    const lines = (await readFile(join(project.folder, 'topics.jsonl'), 'utf8')).trim().split('\n');
    const result = lines.map((line) => JSON.parse(line)).find(({ line }) => line === 2);
    expect.soft(collectMembers(result)).toEqual(collectMembers(JSON.parse(shown)));
  },
  'graphs.md': async ({ project, examples }) => {
    const shown = examples.find(({ text }) => text.startsWith('repairs (Repairs)'))?.text;
    const { stdout } = await project.shell('agent-home agents graph visualize repairs');
    expect.soft(stdout.replace(/ {2}\/.*\/agents\//, '  agents/')).toBe(shown);
  },
  'guardrails.md': async ({ project, names: [name = ''] }) => {
    expect.soft((await project.run('agents', 'run', name, '-p', 'judge it')).code).toBe(0);
    const [run] = await project.runs();
    const { stdout } = await project.run('runs', 'guardrails', run?.run_id ?? '');
    expect.soft(stdout).toMatch(/passes the guardrail verdict[\s\S]*passes the guardrail polite/);
  },
  'moving-in.md': async ({ project, examples }) => {
    const made = examples.filter(({ before }) => before.startsWith('becomes'));
    expect.soft(made).toHaveLength(1);
    for (const { path = '', text } of made) {
      const found = await readFile(join(project.folder, path), 'utf8').catch(() =>
        readFile(join(project.home, '.agent-home', path), 'utf8'),
      );
      expect.soft([path, found]).toEqual([path, text]);
    }
  },
};

test('guide examples and commands work as shown', async () => {
  const guides = (await readdir(folder)).filter((name) => name !== 'README.md' && name.endsWith('.md'));
  const index = await readFile(new URL('README.md', folder), 'utf8');
  expect(guides).toEqual(expect.arrayContaining(Object.keys(comparisons)));
  for (const guide of guides) {
    expect.soft(index).toContain(`](${guide})`);
    const followed = await follow(guide);
    await comparisons[guide]?.(followed);
  }
}, 300_000);

function collectMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, inner]) => [name, collectMembers(inner)])
    .sort();
}
