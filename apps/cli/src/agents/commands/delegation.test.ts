import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandPlace, scriptedModel } from '../../testing/command-place.ts';
import { reviewer, reviewingRules } from '../../testing/reviewing-agents.ts';

const script = `rules:${reviewingRules('review')}`;

async function openPlace() {
  const { models } = await scriptedModel(script);
  const place = commandPlace({
    'home/.agent-home/settings.json': JSON.stringify({ models }),
    'project/agents/reviewer.md': reviewer,
    'project/note.txt': 'hello',
  });
  place.trust();
  const folder = join(place.home, '../runs');
  const run = (...words: string[]) => place.run(...words, '--runs', folder);
  return { run, folder };
}

describe('delegation on the command line', () => {
  test('main delegates to agents of the project', async () => {
    const { run, folder } = await openPlace();
    const { code, stdout, stderr } = await run('agents', 'run', 'main', '-p', 'review the note');
    expect([code, stdout.trim()]).toEqual([0, 'The reviewer agrees.']);
    const [newest] = JSON.parse((await run('runs', 'list', '--format', 'json')).stdout);
    const log = readFileSync(join(folder, newest.run_id, 'log.jsonl'), 'utf8');
    expect(log).toContain('- reviewer: Reviews texts for errors.');
    const lines = stderr.split('\n');
    const read = lines.findIndex((line) => /^ {2}reviewer ✔ read_file note\.txt/.test(line));
    const delegated = lines.findIndex((line) => /^✔ delegate reviewer /.test(line));
    expect(read).toBeGreaterThanOrEqual(0);
    expect(delegated).toBeGreaterThan(read);
    expect((await run('runs', 'list')).stdout).not.toContain('reviewer');
    expect((await run('runs', 'list', '--all')).stdout).toContain('reviewer');
    const shown = await run('runs', 'show', 'latest', '--format', 'json');
    expect(shown.stdout).toContain('"main"');
  });

  test('a resumed run shows the step of a delegated run that waited', async () => {
    const { models } = await scriptedModel(`
rules:
  - when: { system: You review, after: { tool: write_file } }
    answer: It is written.
  - when: { system: You review }
    answer: { calls: [{ tool: write_file, arguments: { path: verdict.txt, content: fine } }] }
  - when: { after: { tool: delegate } }
    answer: The reviewer is done.
  - answer: { calls: [{ tool: delegate, arguments: { tasks: [{ agent: reviewer, task: Write. }] } }] }
`);
    const place = commandPlace({
      'home/.agent-home/settings.json': JSON.stringify({ models }),
      'project/agents/reviewer.md': reviewer.replace('[read_file]', '[write_file]'),
    });
    place.trust();
    const folder = join(place.home, '../runs');
    const run = (...words: string[]) => place.run(...words, '--runs', folder);
    expect(await run('agents', 'run', 'main', '-p', 'write')).toMatchObject({ code: 3 });
    const [question] = JSON.parse((await run('approvals', 'list', '--format', 'json')).stdout);
    expect((await run('approvals', 'approve', question.id)).code).toBe(0);
    const all = JSON.parse((await run('runs', 'list', '--format', 'json')).stdout);
    const resumed = await run('runs', 'resume', all[0].run_id, '--project', place.project);
    expect([resumed.code, resumed.stdout.trim()]).toEqual([0, 'The reviewer is done.']);
    expect(resumed.stderr).toMatch(/^ {2}reviewer ✔ write_file verdict\.txt {2}approved/m);
  });

  test('verifies a run with its delegated runs', async () => {
    const { run, folder } = await openPlace();
    await run('agents', 'run', 'main', '-p', 'review the note');
    const sound = await run('runs', 'verify', 'latest');
    expect([sound.code, sound.stdout]).toEqual([
      0,
      expect.stringMatching(/✔ run_\w+ of reviewer was delegated by it/),
    ]);
    const [delegated = ''] = JSON.parse(
      (await run('runs', 'verify', 'latest', '--format', 'json')).stdout,
    ).delegated;
    const log = join(folder, delegated.run_id, 'log.jsonl');
    const lines = readFileSync(log, 'utf8').split('\n');
    writeFileSync(log, `${lines.slice(0, -2).join('\n')}\n`);
    expect(await run('runs', 'verify', 'latest')).toMatchObject({ code: 1, error: 'delegation_mismatch' });
  });
});
