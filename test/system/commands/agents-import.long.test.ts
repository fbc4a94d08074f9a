import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { openFilePlace } from './support/file-place.ts';

const foreign = (name: string, ...lines: string[]) =>
  ['---', `name: ${name}`, ...lines, '---', 'You help.', ''].join('\n');
const guide = (name: string) => readFile(new URL(`../../../docs/agents/${name}`, import.meta.url), 'utf8');

interface Document {
  files: { source: string; name?: string; written: boolean; problems: string[] }[];
}

describe('agents import', () => {
  test('an import is limited and overwrites nothing', async () => {
    const { run, root, project, names, read, write } = await openFilePlace({
      'project/theirs/good.md': foreign('good', 'tools: Read'),
      'project/theirs/again.md': foreign('Good', 'tools: Write'),
      'project/theirs/broken.md': '---\ntools: [\n---\nx\n',
      'project/theirs/huge.md': foreign('huge', `description: ${'x'.repeat(400_000)}`),
      'project/theirs/steering.md': foreign('steering', 'color: "\\e[31mred"', 'x\u001b]0;y: 1'),
      'project/theirs/README.md': 'no agent',
      // A project cannot make its agents global.
      'project/agents/settings.json': JSON.stringify({ agents: { defaultScope: 'global' } }),
      'elsewhere/secret.md': foreign('secret'),
    });
    await symlink(join(root, 'elsewhere/secret.md'), join(project, 'theirs/link.md'));
    const told = async (...words: string[]) => {
      const { code, stdout } = await run('agents', 'import', 'theirs', '--format', 'json', ...words);
      const { files } = JSON.parse(stdout) as Document;
      return {
        code,
        files: Object.fromEntries(files.map((file) => [file.source.replace(/^.*\//, ''), file])),
      };
    };
    const dry = await told('--dry-run');
    expect([dry.code, await names('project/agents')]).toEqual([1, ['settings.json']]);
    const { code, files } = await told();
    expect(code).toBe(1);
    const reasons = {
      'good.md': /agent_exists/,
      'broken.md': /yaml_invalid/,
      'huge.md': /too_large/,
      'link.md': /symbolic_link/,
    };
    for (const [file, reason] of Object.entries(reasons))
      for (const { written, problems } of [files[file], dry.files[file]].flatMap((one) => one ?? []))
        expect([file, written, problems]).toEqual([file, false, [expect.stringMatching(reason)]]);
    expect(files['again.md']).toMatchObject({ name: 'good', written: true });
    expect((await names('project/agents')).sort()).toEqual(['good.md', 'settings.json', 'steering.md']);
    expect(await names('home/.agent-home')).toEqual([]);
    expect(decodeMarkdown(await read('project/agents/good.md')).tools.allow).toEqual(['write_file']);
    await write('project/agents/good.md', 'mine');
    expect((await run('agents', 'import', 'theirs/good.md')).code).toBe(1);
    expect(await read('project/agents/good.md')).toBe('mine');
    const shown = await run('agents', 'import', 'theirs', '--dry-run');
    expect(shown.stdout + shown.stderr).not.toContain('\u001b');
  });

  test('no link on the way to a file is followed', async () => {
    const { getCode, root, project, names } = await openFilePlace({
      'elsewhere/agents/ada.md': foreign('ada'),
    });
    await symlink(join(root, 'elsewhere'), join(project, '.claude'));
    for (const path of ['.claude/agents', '.claude/agents/ada.md', '../project/.claude/agents'])
      expect([path, await getCode('agents', 'import', path)]).toEqual([path, [2, 'symbolic_link']]);
    expect(await getCode('agents', 'import', 'nowhere.md')).toEqual([1, undefined]);
    expect(await names('project/agents')).toEqual([]);
  });

  test('every example of the import guide is true', async () => {
    const text = await guide('moving-in.md');
    const pattern =
      /`(\.[^`]+\.md)`\n\n```markdown\n(.*?)```\n\nbecomes `([^`]+)`\n\n```markdown\n(.*?)```\n\nand the report says\n\n```text\n(.*?)```/gs;
    const examples = [...text.matchAll(pattern)];
    expect(examples).toHaveLength(1);
    const { run, read, write, project } = await openFilePlace();
    for (const [, source = '', content = '', target = '', made, report] of examples) {
      await write(`project/${source}`, content);
      const { stdout } = await run('agents', 'import', source);
      expect(stdout.replaceAll(`${project}/`, '')).toBe(report);
      expect(await read(`project/${target}`)).toBe(made);
    }
    const table = [
      ...(await guide('creating.md')).matchAll(/^\| `([a-z-]+)`[^|]*\|[^|]*\| (reading(?:, `bash`)?) \|$/gm),
    ];
    expect(table).toHaveLength(5);
    for (const [, template = '', uses = ''] of table) {
      await run('agents', 'create', `my-${template}`, '--template', template);
      const { allow = [] } = decodeMarkdown(await read(`project/agents/my-${template}.md`)).tools;
      const reading = ['read_file', 'read_many_files', 'grep', 'glob'];
      expect([template, allow]).toEqual([template, uses === 'reading' ? reading : [...reading, 'bash']]);
    }
  });
});
