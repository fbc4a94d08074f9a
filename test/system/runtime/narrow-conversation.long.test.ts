import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTerminal } from '../../support/open-terminal.ts';
import { openProject } from '../commands/support/agent-project.ts';
import {
  conversationScript,
  ctrlC,
  enter,
  expectNothingLeft,
  prompt,
  strict,
} from './support/conversation.ts';

const columns = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of colours begin with one
const colour = /\u001b\[[0-9;]*m/;

test.each([
  ['without colours', { NO_COLOR: '1' }],
  ['in colours', { NO_COLOR: '', FORCE_COLOR: '1' }],
])(
  'a conversation fits 40 columns: %s',
  async (_, env) => {
    const project = await openProject(conversationScript, strict);
    await writeFile(join(project.folder, 'note.txt'), 'a note');
    const terminal = openTerminal(['agents', 'run', 'ada', '--interactive'], {
      cwd: project.folder,
      env: { HOME: project.home, ...env },
      columns,
    });
    await terminal.shows(prompt);
    terminal.type(`read${enter}`);
    await terminal.shows('✔ read_file');
    await terminal.shows('│ It says so.');
    await terminal.shows(prompt);
    terminal.type(`write${enter}`);
    await terminal.shows('ada wants to call write_file (low)');
    await terminal.shows('leave it waiting: ');
    terminal.type(`no${enter}`);
    await terminal.shows('✘ write_file');
    await terminal.shows(prompt);
    terminal.type(`/help${enter}`);
    await terminal.shows('/compact');
    await terminal.shows(prompt);
    terminal.type(ctrlC);
    expect(await terminal.ended).toBe(0);
    const lines = terminal.shown().split('\n');
    const steps = lines.filter((line) => /^[✔✘] (read|write)_file/.test(line));
    expect(steps).toHaveLength(2);
    for (const line of [...steps, ...lines.filter((each) => /^ {2}\/|^ {4}\w|^[✔✘] |^session /.test(each))])
      expect([line, line.length <= columns]).toEqual([line, true]);
    expect(colour.test(terminal.raw())).toBe(env.NO_COLOR === '');
    await expectNothingLeft(project);
  },
  60_000,
);
