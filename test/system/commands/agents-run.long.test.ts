import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject, processesIn } from './support/agent-project.ts';

const script = `
rules:
  - when: { after: { tool: write_file } }
    answer: It is copied.
  - when: { after: { tool: read_file } }
    answer:
      calls: [{ tool: write_file, arguments: { path: copy.txt, content: copied } }]
  - when: { user: copy }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: wait }
    answer: { calls: [{ tool: bash, arguments: { command: 'sleep 30' } }] }
  - when: { after: { tool: grep } }
    answer: It is refused.
  - when: { user: beside }
    answer: { calls: [{ tool: grep, arguments: { pattern: x, path: { $beside: y } } }] }
  - when: { user: hello }
    answer: 'Hello, 世界!'
`;

describe('agents run', () => {
  test('agents run answers, shows decisions and resumes the last session', async () => {
    const { folder, run, runs } = await openProject(script);
    await writeFile(join(folder, 'note.txt'), 'a note');
    const { code, stdout, stderr } = await run('agents', 'run', 'ada', '-p', 'copy the note', '--verbose');
    expect([code, stdout]).toEqual([0, 'It is copied.\n']);
    expect(await readFile(join(folder, 'copy.txt'), 'utf8')).toBe('copied');
    const told = [
      /^ada \(Ada the careful\)/m,
      /wants read_file \{"path":"note.txt"\}/,
      /✔ read_file \(safe\) allowed by .*autoApprove of the operator/,
      /→ read_file ok in \d+ ms: a note/,
      /✔ write_file \(low\) allowed/,
      /✔ answered: 3 rounds, 2 tool calls/,
    ];
    for (const pattern of told) expect(stderr).toMatch(pattern);
    const steps = await run('agents', 'run', 'ada', '-p', 'copy the note');
    expect([steps.stdout, steps.stderr.replaceAll(/\d+ ms|[\d,]+ tokens.*/g, 'N').split('\n')]).toEqual([
      'It is copied.\n',
      [
        '✔ read_file note.txt  allowed (safe) N',
        '✔ write_file copy.txt  allowed (low) N',
        '✔ answered: 3 rounds, 2 tool calls, N',
        '',
      ],
    ]);
    const quiet = await run('agents', 'run', 'ada', '-p', 'hello', '--quiet');
    expect([quiet.stdout, quiet.stderr]).toEqual(['Hello, 世界!\n', '']);
    await run('agents', 'run', 'ada', '-p', 'hello');
    await run('agents', 'run', 'ada', '-p', 'hello', '--new');
    const [fresh, second, , , first] = (await runs()).map(({ session_id }) => session_id);
    expect(second).toBe(first);
    expect(fresh).not.toBe(first);
  });

  test('agents run --format json prints one JSON document only', async () => {
    const { run } = await openProject(script);
    const { code, stdout } = await run('agents', 'run', 'ada', '-p', 'hello', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ agent: 'ada', status: 'answered', answer: 'Hello, 世界!' });
    const failed = await run('agents', 'run', 'ada', '-p', 'nobody knows', '--format', 'json');
    expect(failed.code).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed', answer: '' });
  });

  test('model text that resembles a value reference breaks nothing', async () => {
    const { run } = await openProject(script);
    const words = ['agents', 'run', 'ada', '-p', 'go beside', '--trace', '--verbose'];
    const { code, stdout, stderr } = await run(...words);
    expect([code, stdout]).toEqual([0, 'It is refused.\n']);
    expect(stderr).toMatch(/wants grep .*"\$beside":"y"/);
  });

  test('Ctrl-C ends a run as cancelled, and leaves nothing behind', async () => {
    const { folder, start, runs, run } = await openProject(script);
    const going = start('agents', 'run', 'ada', '-p', 'wait');
    await going.says(/… bash sleep 30 running/);
    going.child.kill('SIGINT');
    const { code, stderr } = await going.ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/✘ cancelled \[cancelled\]/)]);
    expect(await processesIn(folder)).toEqual([]);
    const [ended] = await runs();
    expect(ended).toMatchObject({ state: 'cancelled' });
    expect((await run('runs', 'replay', ended?.run_id ?? '')).code).toBe(0);
  });

  test('exit codes distinguish an answer, a failure and invalid input', async () => {
    const { run } = await openProject(script);
    const getCode = async (...words: string[]) => {
      const { code, stderr } = await run(...words);
      return [code, /\[([a-z_]+)\]$/m.exec(stderr)?.[1]];
    };
    expect(await getCode('agents', 'run', 'ada', '-p', 'hello')).toEqual([0, undefined]);
    expect(await getCode('agents', 'run', 'ada', '-p', 'nobody knows')).toEqual([1, 'model_refused']);
    expect(await getCode('agents', 'run', 'adda', '-p', 'hello')).toEqual([2, 'agent_not_found']);
    expect(await getCode('agents', 'run', 'ada')).toEqual([2, 'prompt_missing']);
    expect(await getCode('agents', 'run', 'ada', '--promt', 'hello')).toEqual([2, undefined]);
    expect(await getCode('agents', 'run', 'ada', '-p', 'x', '--session', '../x')).toEqual([
      2,
      'invalid_session',
    ]);
    expect(await getCode('runs', 'show', '../../etc/passwd')).toEqual([2, 'invalid_run_id']);
    expect(await getCode('runs', 'show', 'run_nowhere')).toEqual([2, 'no_such_run']);
  });
});

describe('requirements before an agent runs', () => {
  test('nothing of a project that is not trusted is executed', async () => {
    const { folder, run } = await openProject(script);
    await mkdir(join(folder, 'tools'));
    const server = join(folder, 'tools/server.mjs');
    await writeFile(
      server,
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(join(folder, 'started'))}, '');`,
    );
    const agent = await readFile(join(folder, 'agents/ada.md'), 'utf8');
    await writeFile(
      join(folder, 'agents/ada.md'),
      agent.replace('---\nYou', 'mcp: { servers: [mine] }\n---\nYou'),
    );
    const mcpServers = { mine: { command: process.execPath, args: [server], autoStart: true } };
    await writeFile(join(folder, 'agents/settings.json'), JSON.stringify({ mcpServers }));
    const refused = await run('agents', 'run', 'ada', '-p', 'hello');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/\[project_not_trusted\]$/m)]);
    await expect(readFile(join(folder, 'started'))).rejects.toThrow(/ENOENT/);
    const { stdout } = await run('agents', 'trust', '--format', 'json');
    const { sha256 } = JSON.parse(stdout) as { sha256: string };
    expect((await run('agents', 'trust', '--sha256', sha256)).code).toBe(0);
    // The started program is not a server, so the agent continues without it.
    const trusted = await run('agents', 'run', 'ada', '-p', 'hello');
    expect([trusted.code, trusted.stderr]).toEqual([0, expect.stringMatching(/mine.*\[server_/)]);
    await readFile(join(folder, 'started'));
    // The script that it starts has changed.
    await writeFile(server, '');
    const changed = await run('agents', 'run', 'ada', '-p', 'hello');
    expect([changed.code, changed.stderr]).toEqual([2, expect.stringMatching(/\[project_not_trusted\]$/m)]);
  });

  test('missing models, keys and policies are reported before runs', async () => {
    const url = 'http://127.0.0.1:9/v1';
    const keyed = { provider: 'emulator', url, key: 'vault://key' };
    const cases: [string, object][] = [
      ['model_not_configured', { models: {} }],
      ['provider_not_supported', { models: { small: { provider: 'nonsuch', url } } }],
      ['secret_not_configured', { models: { small: keyed } }],
      ['secret_missing', { models: { small: keyed }, vault: { key: { env: 'NOT_SET_ANYWHERE' } } }],
      ['secret_file_refused', { models: { small: keyed }, vault: { key: { file: '/dev/null' } } }],
      ['invalid_settings', { modells: {} }],
    ];
    for (const [wanted, settings] of cases) {
      const { run, runs } = await openProject(script, settings);
      const { code, stderr } = await run('agents', 'run', 'ada', '-p', 'hello');
      expect([wanted, code, stderr]).toEqual([wanted, 2, expect.stringMatching(`\\[${wanted}\\]\n$`)]);
      expect(await runs()).toEqual([]);
    }
  });
});
