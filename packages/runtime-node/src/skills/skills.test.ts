import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchProject } from '../testing/scratch-project.ts';
import { allowedCall, callTool, never, toText } from '../testing/tool-calls.ts';
import { createSkills } from './create-skills.ts';

const skill = (name: string, description: string, body = 'Do it well.') =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

function shelves(files: Record<string, string | Buffer>, globalFiles: Record<string, string> = {}) {
  const project = scratchProject(files);
  const globalFolder = scratchProject(globalFiles).folder;
  const skills = createSkills({ projectFolder: project.folder, globalFolder });
  return { ...project, globalFolder, skills };
}

test('lists skills with their purpose and files', async () => {
  const { skills } = shelves(
    {
      'agents/skills/letters/SKILL.md': skill('letters', 'Writes\n  letters.', 'Read forms/short.md first.'),
      'agents/skills/letters/forms/short.md': 'Dear …,',
      'agents/skills/README.md': 'no skill',
    },
    {
      'agents/skills/poems/SKILL.md': skill('poems', 'Writes poems.'),
      'agents/skills/letters/SKILL.md': skill('letters', 'Hidden by the project’s.'),
    },
  );
  const tools = await skills.tools(never.signal);
  expect(tools).toMatchObject([
    { name: 'skills_list', source: 'skills', risk: 'safe', sideEffects: false, aliases: ['skills.list'] },
    { name: 'skills_read', source: 'skills', risk: 'safe', sideEffects: false, aliases: ['skills.read'] },
  ]);
  const listed = await callTool(skills, 'skills_list', {});
  expect(toText(listed)).toBe('letters: Writes letters.\npoems: Writes poems.');
  expect(listed.metadata).toEqual({
    skills: [
      { name: 'letters', scope: 'project' },
      { name: 'poems', scope: 'global' },
    ],
  });
  expect(toText(await callTool(skills, 'skills_read', { name: 'letters' }))).toContain('Read forms/short.md');
  expect(toText(await callTool(skills, 'skills_read', { name: 'letters', path: './forms/short.md' }))).toBe(
    'Dear …,',
  );
  expect(toText(await callTool(skills, 'skills_read', { name: 'poems', offset: 6 }))).toContain(
    'Do it well.',
  );
});

test('no tools for skills exist without skills', async () => {
  expect(await shelves({}).skills.tools(never.signal)).toEqual([]);
  expect(await shelves({ 'agents/skills/note.md': 'x' }).skills.tools(never.signal)).toEqual([]);
  const { folder } = scratchProject();
  const nowhere = createSkills({ projectFolder: folder, globalFolder: join(folder, 'not-there') });
  expect(await nowhere.tools(never.signal)).toEqual([]);
});

test('reports an unusable skill without hiding others', async () => {
  const { skills } = shelves(
    {
      'agents/skills/letters/SKILL.md': '# no front matter',
      'agents/skills/empty/notes.md': 'no SKILL.md',
      'agents/skills/sums/SKILL.md': skill('sums', 'Adds up.'),
    },
    { 'agents/skills/letters/SKILL.md': skill('letters', 'Of everybody.') },
  );
  const text = toText(await callTool(skills, 'skills_list', {}));
  expect(text).toContain('sums: Adds up.');
  expect(text).toMatch(/\[not usable: agents\/skills\/empty\/SKILL\.md/);
  expect(text).toMatch(/\[not usable: agents\/skills\/letters\/SKILL\.md.*front/);
  expect(text).not.toContain('Of everybody');
  const read = await callTool(skills, 'skills_read', { name: 'letters' });
  expect(read.error?.code).toBe('unknown_skill');
  const misspelt = await callTool(skills, 'skills_read', { name: 'sum' });
  expect(misspelt.error).toMatchObject({ code: 'unknown_skill', message: expect.stringContaining('sums') });
});

test('no path, link or name leads out of a skill', async () => {
  const { folder, outside, skills } = shelves({
    'agents/skills/letters/SKILL.md': skill('letters', 'Writes letters.'),
    'agents/skills/letters/.env': 'KEY=1',
    'agents/skills/other/SKILL.md': skill('other', 'Another.'),
    'secret.txt': 'the project’s own',
  });
  const place = join(folder, 'agents/skills/letters');
  symlinkSync(join(outside, 'secret.txt'), join(place, 'linked.md'));
  symlinkSync(outside, join(place, 'folder'));
  mkdirSync(join(folder, 'agents/skills/linked'));
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'agents/skills/linked/SKILL.md'));
  for (const path of [
    '../other/SKILL.md',
    'x/../../other/SKILL.md',
    '/etc/passwd',
    '..\\other\\SKILL.md',
    'SKILL.md\0',
    '..',
    '.',
    'linked.md',
    'folder/secret.txt',
    '.env',
  ]) {
    const read = await callTool(skills, 'skills_read', { name: 'letters', path });
    expect([path, read.status]).toEqual([path, 'error']);
    expect(toText(read) + read.error?.message).not.toMatch(/secret outside|KEY=1|the project’s own|root:/);
  }
  for (const name of ['linked', '..', '../..', 'letters/../other', 'Letters', ''])
    expect([name, (await callTool(skills, 'skills_read', { name })).status]).toEqual([name, 'error']);
  expect(toText(await callTool(skills, 'skills_list', {}))).not.toContain('secret outside');
});

test('a shelf that is a link is no shelf', async () => {
  const { folder, outside, skills } = shelves({ 'agents/a.md': 'x' });
  mkdirSync(join(outside, 'letters'));
  writeFileSync(join(outside, 'letters/SKILL.md'), skill('letters', 'From outside.'));
  symlinkSync(outside, join(folder, 'agents/skills'));
  expect(await skills.tools(never.signal)).toEqual([]);
  expect((await callTool(skills, 'skills_list', {})).content).toEqual([
    { type: 'text', text: 'no skills are installed' },
  ]);
});

test('skills are read with a ticket for exactly that', async () => {
  const { skills } = shelves({ 'agents/skills/a/SKILL.md': skill('a', 'A.') });
  const { ticket, call } = allowedCall('skills_read', { name: 'a' });
  await expect(skills.invoke(ticket, { ...call, arguments: { name: 'b' } }, never)).rejects.toThrow();
  expect((await skills.invoke(ticket, call, never)).status).toBe('ok');
  await expect(skills.invoke(ticket, call, never)).rejects.toThrow();
});

test('skills of an untrusted project are not read', async () => {
  const files = { 'agents/skills/letters/SKILL.md': skill('letters', 'Of a stranger.') };
  const { globalFolder } = shelves(files, {
    'agents/skills/letters/SKILL.md': skill('letters', 'Of the user.'),
  });
  const skills = createSkills({ projectFolder: undefined, globalFolder });
  expect(toText(await callTool(skills, 'skills_list', {}))).toBe('letters: Of the user.');
});
