import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../command-place.ts';
import { corpus } from './corpus.ts';

test('sixty files of other programs import and answer', async () => {
  const files = corpus();
  expect(files.length).toBeGreaterThanOrEqual(60);
  const { models } = await scriptedModel("rules:\n  - answer: 'Hello to you.'\n");
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    ...Object.fromEntries(files.map(({ path, content }) => [`project/${path}`, content])),
  });
  const json = async (...words: string[]) => {
    const { stdout } = await place.run(...words, '--format', 'json');
    return JSON.parse(stdout);
  };
  const imported = new Map<string, string | undefined>();
  for (const folder of ['.claude/agents', '.gemini/agents', '.github/agents', '.opencode/agent']) {
    const { files: told } = await json('agents', 'import', join(place.project, folder));
    for (const { source, name, problems } of told) {
      expect([source, problems]).toEqual([source, []]);
      imported.set(name, files.find(({ path }) => source.endsWith(path))?.missing);
    }
  }
  for (const { path } of files.filter(({ path }) => path.endsWith('AGENTS.md'))) {
    const name = dirname(path);
    const { files: told } = await json('agents', 'import', join(place.project, path));
    expect(told).toEqual([expect.objectContaining({ name, problems: [] })]);
    imported.set(name, undefined);
  }
  expect(imported.size).toBe(files.length);
  place.trust();
  const { agents } = await json('agents', 'validate', '--all');
  for (const { name, checks } of agents) {
    const codes = checks.flatMap(({ problems }: { problems: { code: string }[] }) =>
      problems.map(({ code }) => code),
    );
    expect([name, codes]).toEqual([name, imported.get(name) === undefined ? [] : ['unknown_server']]);
  }
  for (const [name, missing] of imported) {
    const { code, stdout, error } = await place.run('agents', 'run', name, '-p', 'hello', '--new');
    if (missing === undefined)
      expect([name, code, stdout]).toEqual([name, 0, expect.stringContaining('Hello to you.')]);
    else expect([name, error]).toEqual([name, 'unknown_server']);
  }
});
