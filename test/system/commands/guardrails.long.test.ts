import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openTerminal } from '../../support/open-terminal.ts';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { type AgentProject, openProject } from './support/agent-project.ts';

const enter = '\r';
const good = '{"reason":"it compiles","confidence":0.9}';
const script = `
rules:
  - when: { system: 'violates its required form', user: 'never' }
    answer: '{"confidence":"CANARY never"}'
  - when: { system: 'violates its required form' }
    answer: { chunk: 5, text: '${good}' }
  - when: { user: again }
    answer: '${good}'
  - when: { user: rude }
    answer: 'CANARY, you'
  - when: { user: never }
    answer: '{"confidence":"CANARY never"}'
  - when: { user: judge }
    answer: { chunk: 5, thought: 'CANARY thought', text: '{"confidence":"CANARY high"}' }
`;
const getAgent = (name: string, ...guardrails: string[]) =>
  ['---', 'kind: agent', `name: ${name}`, `title: ${name}`, ...guardrails, '---', 'You judge.', ''].join(
    '\n',
  );
const shape = (policy: string) => [
  'guardrails:',
  '  - name: verdict',
  `    policy: ${policy}`,
  '    schema:',
  '      type: object',
  '      required: [reason, confidence]',
  '      properties:',
  '        reason: { type: string }',
  '        confidence: { type: number, minimum: 0, maximum: 1 }',
];

async function opened(settings: object = {}): Promise<AgentProject> {
  const project = await openProject(script, settings);
  await writeFile(join(project.folder, 'agents/mender.md'), getAgent('mender', ...shape('repair')));
  await writeFile(join(project.folder, 'agents/strict.md'), getAgent('strict', ...shape('reject')));
  const rude = ['guardrails:', '  - { name: polite, policy: repair, validator: custom }'];
  await writeFile(join(project.folder, 'agents/polite.md'), getAgent('polite', ...rude));
  return project;
}

/** Returns the text of all files that commands keep in a folder, except the values stored next to logs. */
async function kept(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !entry.parentPath.includes('/values') && !entry.name.endsWith('.mjs'),
  );
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join(
    '\n',
  );
}

describe('guardrails on the command line', () => {
  test('schema errors and their repair are shown', async () => {
    const { folder, home } = await opened();
    const words = ['agents', 'run', 'mender', '-p', 'judge it', '--trace', '--verbose'];
    const { code, shown } = await inTerminal(words, { cwd: folder, env: { HOME: home } });
    const plain = stripVTControlCharacters(shown);
    expect([code, plain]).toEqual([0, expect.stringContaining('it compiles')]);
    const lines = [
      /✘ the answer does not pass the guardrail verdict \(repair\)/,
      /missing_required path=reason expected=present/,
      /type path=confidence expected=number/,
      /○ a repair is requested from emulator\/small/,
      /✔ the repaired answer passes the guardrail verdict/,
      /\{"reason":"it compiles","confidence":0.9\}/,
      /✔ answered/,
    ];
    let rest = plain;
    for (const pattern of lines) {
      expect(rest).toMatch(pattern);
      rest = rest.slice(rest.search(pattern));
    }
    expect(plain).toMatch(/trace guardrail verdict: did not pass, policy repair/);
    expect(plain).not.toContain('CANARY');
  });

  test('commands print nothing of a rejected answer', async () => {
    const { folder, state, run, runs, home, emulator } = await opened();
    const printed: string[] = [];
    const told = async (...words: string[]) => {
      const { code, stdout, stderr } = await run(...words);
      printed.push(stdout, stderr);
      return { code, stdout, stderr };
    };
    expect((await told('agents', 'run', 'strict', '-p', 'judge it', '--trace')).code).toBe(1);
    const json = await told('agents', 'run', 'strict', '-p', 'judge it', '--format', 'json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      status: 'failed',
      code: 'guardrail_violation',
      answer: '',
      message: expect.stringMatching(/^The answer did not pass the guardrail "verdict": missing_required/),
    });
    const events = await told('agents', 'run', 'strict', '-p', 'judge it', '--json', '--trace');
    expect(events.stdout.trim().split('\n').length).toBeGreaterThan(8);
    expect((await told('agents', 'run', 'mender', '-p', 'judge it, never')).code).toBe(1);
    const [never, last] = await runs();
    for (const runId of [never?.run_id ?? '', last?.run_id ?? '']) {
      for (const words of [
        ['show', '--full'],
        ['show', '--format', 'json'],
        ['show', '--format', 'events'],
      ])
        await told('runs', words[0] ?? '', runId, ...words.slice(1));
      for (const word of ['dag', 'guardrails', 'watch', 'verify', 'replay'])
        expect([word, (await told('runs', word, runId)).code]).toEqual([word, 0]);
      await told('runs', 'dag', runId, '--json');
    }
    await told('agents', 'context', 'strict');
    await told('agents', 'trace', 'export', '--session', last?.session_id ?? '', '--events');
    const before = emulator.journal().length;
    await told('agents', 'run', 'strict', '-p', 'and again');
    const later = JSON.stringify(emulator.journal().slice(before));
    expect(later).toContain('did not pass the guardrail');
    expect(
      [printed.join('\n'), await kept(folder), await kept(state), await kept(home), later].join('\n'),
    ).not.toContain('CANARY');
    // The values are stored next to the log, so that a mirror of the log gets only these lines.
    expect(await kept(join(state, 'runs'))).toMatch(/"content":\{"\$beside":/);
  }, 120_000);

  test('a judged answer appears whole after it passed', async () => {
    const { folder, home } = await opened();
    const words = ['agents', 'run', 'mender', '--interactive', '--trace'];
    const terminal = openTerminal(words, { cwd: folder, env: { HOME: home } });
    await terminal.shows('mender> ');
    terminal.type(`judge it${enter}`);
    const before = await terminal.shows('│ {"reason":"it compiles","confidence":0.9}');
    expect(before).toContain('✘ the answer does not pass the guardrail verdict (repair)');
    await terminal.shows('mender> ');
    terminal.type(`never${enter}`);
    await terminal.shows('guardrail_violation');
    await terminal.shows('mender> ');
    terminal.type(`context${enter}`);
    await terminal.shows('(An answer was withheld');
    await terminal.shows('mender> ');
    terminal.type(`trace${enter}`);
    await terminal.shows('trace guardrail verdict');
    await terminal.shows('mender> ');
    terminal.type(`exit${enter}`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.shown()).not.toContain('CANARY');
  }, 60_000);

  test('runs guardrails prints each check', async () => {
    const { run, runs } = await opened();
    await run('agents', 'run', 'mender', '-p', 'judge it');
    const runId = (await runs())[0]?.run_id ?? '';
    const { stdout } = await run('runs', 'guardrails', runId);
    expect(stdout).toMatch(/^verdict +schema +repair +2 +1$/m);
    expect(stdout).toMatch(/^answered: 2 checks, 1 repair$/m);
    const document = JSON.parse((await run('runs', 'guardrails', runId, '--format', 'json')).stdout);
    expect(document).toMatchObject({ run_id: runId, agent: 'mender', status: 'answered', repairs: 1 });
    expect(document.checks).toHaveLength(2);
    await run('agents', 'run', 'ada', '-p', 'judge it');
    const bare = (await runs())[0]?.run_id ?? '';
    expect((await run('runs', 'guardrails', bare)).stdout).toBe('ada had no guardrails in this run\n');
    expect((await run('runs', 'guardrails', 'run_nowhere')).code).toBe(2);
  }, 60_000);

  test('a project validator runs only while trusted', async () => {
    const { folder, run } = await opened();
    const file = join(folder, 'polite.mjs');
    const started = join(folder, 'started');
    const module = (verdict: string) =>
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(started)}, ''); export default (output) => { console.log(output); return ${verdict}; };`;
    await writeFile(file, module("output.includes('please') || { passed: false, errors: ['say please'] }"));
    await writeFile(
      join(folder, 'agents/settings.json'),
      JSON.stringify({ validators: { polite: { module: './polite.mjs' } } }),
    );
    const getCode = async () => {
      const { code, stdout, stderr } = await run('agents', 'run', 'polite', '-p', 'be rude');
      expect(stdout + stderr).not.toContain('CANARY');
      return [code, /say please/.exec(stderr)?.[0] ?? /\[([a-z_]+)\]/.exec(stderr)?.[1]];
    };
    expect(await getCode()).toEqual([2, 'project_not_trusted']);
    await expect(readFile(started)).rejects.toThrow(/ENOENT/);
    const { stdout } = await run('agents', 'trust', '--format', 'json');
    const { sha256 } = JSON.parse(stdout) as { sha256: string };
    expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
    expect(await getCode()).toEqual([1, 'say please']);
    await readFile(started);
    await writeFile(file, module('true'));
    expect(await getCode()).toEqual([2, 'project_not_trusted']);
  }, 60_000);
});
