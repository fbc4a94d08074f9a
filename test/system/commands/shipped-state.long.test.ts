import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createNativeTools } from '@agent-home/runtime-node';
import { logKey } from '@agent-home/runtime-node/state';
import { describe, expect, test } from 'vitest';
import { type ShippedKind, shipRun } from '../../security/shipped-state/ship-run.ts';
import { agentHome } from '../../support/terminal.ts';
import { type AgentProject, openProject, trustFolder } from './support/agent-project.ts';
import { writeFiles } from './support/write-files.ts';

const script = "rules:\n  - answer: 'Fine.'\n";
const getCode = (stderr: string) => /\[([a-z_]+)\]$/m.exec(stderr.trimEnd())?.[1];
const stranger = randomBytes(32);

/** Adds a run of bash that its author approved to the runs that a clone brings. */
async function ship({ folder, home }: AgentProject, kind: ShippedKind, key: () => Buffer = () => stranger) {
  const provider = createNativeTools({
    projectFolder: folder,
    environment: { HOME: home, PATH: process.env.PATH },
  });
  const runs = join(folder, '.agent-home/runs');
  const runId = `run_shipped_${kind}`;
  const command = { command: 'touch done.txt' };
  const calls = { calls: ['bash'], args: JSON.stringify(command), provider };
  const shipped = await shipRun(runs, { kind, runId, key, ...calls });
  // The call was made on the author’s machine.
  await rm(join(folder, 'done.txt'), { force: true });
  return { runs, ...shipped };
}

describe('a cloned project', () => {
  test('a shipped run is readable but never continued', async () => {
    const project = await openProject(script);
    const { folder, run } = project;
    const { runId } = await ship(project, 'calling');
    const listed = await run('runs', 'list');
    expect(listed).toMatchObject({ code: 0, stdout: 'no runs\n' });
    expect(listed.stderr).toMatch(
      /^agent-home: \.agent-home\/runs of this project is not used.*--runs \.agent-home\/runs/,
    );
    expect(listed.stderr).toContain(project.state);
    const at = ['--runs', '.agent-home/runs'];
    for (const word of ['show', 'verify', 'replay', 'dag'])
      expect([word, (await run('runs', word, runId, ...at)).code]).toEqual([word, 0]);
    expect((await run('runs', 'verify', runId, ...at)).stdout).toContain('not written by this machine');
    for (const words of [
      ['runs', 'resume', runId],
      ['runs', 'cancel', runId],
      ['agents', 'run', 'careful', '-p', 'hello', '--session', 'terminal-0123456789abcdef01234567'],
    ]) {
      const refused = await run(...words, ...at);
      expect([words, refused.code !== 0]).toEqual([words, true]);
    }
    expect(getCode((await run('runs', 'resume', runId, ...at)).stderr)).toBe('log_not_authentic');
    expect(getCode((await run('runs', 'cancel', runId, ...at)).stderr)).toBe('log_not_authentic');
    expect(existsSync(join(folder, 'done.txt'))).toBe(false);
  }, 120_000);

  test('an approval of a shipped run is refused', async () => {
    const project = await openProject(script);
    const { folder, run } = project;
    const { question, runId } = await ship(project, 'waiting');
    const at = ['--runs', '.agent-home/runs'];
    const listed = await run('approvals', 'list', ...at);
    expect(listed).toMatchObject({ code: 0, stdout: 'no open approvals\n' });
    expect(listed.stderr).toContain(runId);
    for (const word of ['approve', 'deny']) {
      const refused = await run('approvals', word, question?.id ?? '', ...at);
      expect([refused.code, getCode(refused.stderr)]).toEqual([1, 'log_not_authentic']);
    }
    expect(getCode((await run('runs', 'resume', runId, ...at)).stderr)).toBe('log_not_authentic');
    expect(existsSync(join(folder, 'done.txt'))).toBe(false);
  }, 120_000);

  test('the same run of this machine acts when it is resumed', async () => {
    const project = await openProject(script);
    const { folder, run } = project;
    const { runId, runs } = await ship(project, 'calling', logKey);
    const resumed = await run('runs', 'resume', runId, '--runs', runs);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(existsSync(join(folder, 'done.txt'))).toBe(true);
  }, 60_000);

  test('an agent never continues a shipped session', async () => {
    const { folder, home, state, run, emulator } = await openProject(script);
    await run('agents', 'run', 'ada', '-p', 'the planted words');
    // Copy of all files of the first project, as in a clone of it.
    const cwd = join(home, '../clone');
    await cp(state, join(cwd, '.agent-home'), { recursive: true });
    await cp(join(folder, 'agents'), join(cwd, 'agents'), { recursive: true });
    trustFolder(cwd, home);
    const before = emulator.journal().length;
    const clone = await agentHome(['agents', 'run', 'ada', '-p', 'hello'], { cwd, env: { HOME: home } });
    expect(clone.code, clone.stderr).toBe(0);
    expect(JSON.stringify(emulator.journal().slice(before))).not.toContain('planted');
  }, 60_000);

  test('no home starts on shipped secrets, keys or addresses', async () => {
    const { folder, run } = await openProject(script);
    const secrets = Object.fromEntries(
      ['databasePassword', 'platformAccessKeyId', 'platformAccessKeySecret', 'eventToken', 'adminToken'].map(
        (name) => [name, 'known-to-the-author-of-the-clone'],
      ),
    );
    await writeFiles(folder, {
      '.agent-home/secrets.json': JSON.stringify(secrets),
      '.agent-home/home.json': '{"id":"c7f1c3a4-0000-4000-8000-000000000000"}',
      '.agent-home/keys/root.json': '{}',
      '.agent-home/running.json': JSON.stringify({
        process: process.pid,
        api_port: 9,
        database_port: 9,
        oss_endpoint: 'http://127.0.0.1:9',
        sts_endpoint: '127.0.0.1:9',
        certificate_url: 'http://127.0.0.1:9',
        variables: {},
      }),
      'agent-at-127.0.0.1-9/identity': 'a-key-of-the-author',
    });
    for (const words of [
      ['up'],
      ['doctor'],
      ['topic', 'watch', 'hall'],
      ['keys', 'fingerprint'],
      ['oss-emulator'],
    ]) {
      const refused = await run(...words);
      expect([words, refused.code, getCode(refused.stderr)]).toEqual([words, 1, 'data_folder_unknown']);
    }
    expect(await readFile(join(folder, '.agent-home/secrets.json'), 'utf8')).toBe(JSON.stringify(secrets));
    const joined = await run(
      'join',
      'http://127.0.0.1:9',
      '--name',
      'Robin',
      '--fingerprint',
      'a'.repeat(64),
    );
    expect([joined.code, getCode(joined.stderr)]).toEqual([2, 'key_unknown']);
    // No file is written through a link in place of the data folder.
    const behind = join(folder, 'behind');
    await mkdir(behind);
    await rename(join(folder, '.agent-home'), join(folder, 'shipped'));
    await symlink(behind, join(folder, '.agent-home'));
    const linked = await run('up');
    expect([linked.code, getCode(linked.stderr), await readdir(behind)]).toEqual([
      1,
      'data_folder_unknown',
      [],
    ]);
    // A HOME in the project would make the project’s folder the state home.
    const inside = await agentHome(['runs', 'list'], {
      cwd: folder,
      env: { HOME: folder, XDG_STATE_HOME: '' },
    });
    expect([inside.code, getCode(inside.stderr)]).toEqual([1, 'state_folder_unsafe']);
  }, 180_000);
});
