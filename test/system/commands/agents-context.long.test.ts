import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inTerminal } from '../../support/pseudo-terminal.ts';
import { agentFile } from './support/agent-file.ts';
import { openProject, trustFolder } from './support/agent-project.ts';
import { writeFiles } from './support/write-files.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: 'They are hidden.'
  - when: { user: read the other }
    answer: { calls: [{ tool: read_file, arguments: { path: data/contexts/ada.json } }, { tool: read_file, arguments: { path: data/routes/misses.jsonl } }] }
  - when: { user: read my note }
    answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
  - when: { user: steer }
    answer: "\\e[2J done"
  - when: { user: invoices }
    answer: 'I know about the invoices.'
  - answer: 'Fine.'
`;

const getCode = (stderr: string) => /\[([a-z_]+)\]$/m.exec(stderr)?.[1];
const kept = (state: string) => join(state, 'contexts/ada.json');

describe('agents context', () => {
  test('an agent remembers its own earlier run only', async () => {
    const { folder, run, emulator } = await openProject(script);
    await writeFiles(folder, { 'agents/bob.md': agentFile('bob') });
    await run('agents', 'run', 'ada', '-p', 'I work on the invoices of Acme');
    await run('agents', 'run', 'bob', '-p', 'what do I work on?');
    await run('agents', 'run', 'ada', '-p', 'what do I work on?');
    const [, ofBob, ofAda] = emulator.journal();
    expect([ofBob?.system, ofAda?.system]).toEqual([
      expect.stringContaining('You are bob'),
      expect.stringContaining('You are careful'),
    ]);
    expect(JSON.stringify(ofAda)).toMatch(/invoices of Acme.*I know about the invoices.*what do I work on/);
    expect(JSON.stringify(ofBob)).not.toMatch(/invoices|Acme/i);
    expect((await run('agents', 'context', 'show', 'bob')).stdout).not.toMatch(/invoices/);
  });

  test('projects with one data folder have separate sessions', async () => {
    const { folder, home, run, runs, emulator } = await openProject(script);
    await writeFiles(folder, { 'stranger/agents/ada.md': agentFile('ada') });
    trustFolder(join(folder, 'stranger'), home);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    await run('agents', 'run', 'ada', '-p', 'what do I work on?', '--project', 'stranger');
    expect(JSON.stringify(emulator.journal().at(-1))).not.toMatch(/invoices/);
    await run('agents', 'run', 'ada', '-p', 'more of it');
    expect(JSON.stringify(emulator.journal().at(-1))).toMatch(/the invoices/);
    expect(JSON.stringify(emulator.journal().at(-1))).not.toMatch(/what do I work on/);
    const [third, second, first] = (await runs()).map(({ session_id }) => session_id);
    expect([third === first, second === first]).toEqual([true, false]);
    const theirs = await run('agents', 'context', 'show', 'ada', '--project', 'stranger');
    expect(theirs.stdout).toMatch(/what do I work on/);
    expect(theirs.stdout).not.toMatch(/invoices/);
  });

  test('context commands show the next run’s context', async () => {
    const { state, run, runs } = await openProject(script);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    await run('agents', 'run', 'ada', '-p', 'more');
    await run('agents', 'run', 'ada', '-p', 'steer \u202e', '--new');
    const [second, , first] = (await runs()).map(({ session_id }) => session_id);
    const list = await run('agents', 'context', 'list');
    expect(list.stdout).toMatch(new RegExp(`^ada +${second} +1 +20.*contexts/ada\\.json$`, 'm'));
    const { contexts } = JSON.parse((await run('agents', 'context', 'list', '--format', 'json')).stdout);
    expect(contexts).toMatchObject([{ agent: 'ada', session_id: second, runs: 1, kept_in: kept(state) }]);
    const shown = await run('agents', 'context', 'show', 'ada');
    expect(shown.stdout).toMatch(/user: steer ‹U\+202E›\n.*assistant: ‹U\+001B›\[2J done/);
    expect(shown.stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown.stdout).not.toMatch(/invoices/);
    const former = await run(
      'agents',
      'context',
      'show',
      'ada',
      '--session',
      first ?? '',
      '--format',
      'json',
    );
    expect(JSON.parse(former.stdout)).toMatchObject({
      agent: 'ada',
      context: {
        agentName: 'ada',
        conversationHistory: [
          { role: 'user', content: 'the invoices' },
          { role: 'assistant', content: 'I know about the invoices.' },
          { role: 'user', content: 'more' },
          { role: 'assistant', content: 'Fine.' },
        ],
        metadata: { sessionId: first, runs: 2, lastRunStatus: 'answered', tainted: false },
      },
    });
    const { startedAt, lastActiveAt } = JSON.parse(former.stdout).context;
    expect(Date.parse(startedAt)).toBeLessThan(Date.parse(lastActiveAt));
    const none = await run('agents', 'context', 'show', 'ada', '--session', 'nowhere');
    expect([none.code, getCode(none.stderr)]).toEqual([2, 'no_context']);
  });

  test('an exported context is written into a new file alone', async () => {
    const { folder, run } = await openProject(script);
    const nothing = await run('agents', 'context', 'export', 'ada');
    expect([nothing.code, getCode(nothing.stderr)]).toEqual([2, 'no_context']);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    const file = join(folder, 'ada.json');
    expect(await run('agents', 'context', 'export', 'ada', '--to', 'ada.json')).toMatchObject({
      code: 0,
      stdout: `${file}\n`,
    });
    const printed = await run('agents', 'context', 'export', 'ada');
    expect(await readFile(file, 'utf8')).toBe(printed.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await writeFile(file, 'mine');
    const again = await run('agents', 'context', 'export', 'ada', '--to', 'ada.json');
    expect([again.code, getCode(again.stderr), await readFile(file, 'utf8')]).toEqual([
      2,
      'file_exists',
      'mine',
    ]);
    const nowhere = await run('agents', 'context', 'export', 'ada', '--to', 'no/such/folder.json');
    expect([nowhere.code, getCode(nowhere.stderr)]).toEqual([1, 'not_written']);
  });

  test('an invalid agent name becomes no path', async () => {
    const { state, run } = await openProject(script);
    await writeFiles(state, { 'x.json': 'kept', 'contexts/keep.json': 'kept' });
    for (const name of ['../x', '/etc/passwd', 'keep', 'Ada'])
      for (const words of [
        ['show', name],
        ['export', name],
        ['clear', name, '--yes'],
      ]) {
        const { code, stderr } = await run('agents', 'context', ...words);
        expect([words, code, getCode(stderr)]).toEqual([words, 2, 'agent_not_found']);
      }
    for (const file of ['x.json', 'contexts/keep.json'])
      expect(await readFile(join(state, file), 'utf8')).toBe('kept');
    await expect(stat(join(state, 'x.cleared'))).rejects.toThrow(/ENOENT/);
  }, 60_000);
});

describe('kept contexts', () => {
  test('contexts are kept if settings allow it', async () => {
    const { state, run } = await openProject(script);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    await run('agents', 'run', 'ada', '-p', 'more');
    const file = kept(state);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const exported = await run('agents', 'context', 'export', 'ada');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(exported.stdout));
    const off = await openProject(script, { agents: { contextPersistence: false } });
    expect((await off.run('agents', 'run', 'ada', '-p', 'the invoices')).code).toBe(0);
    await expect(stat(kept(off.state))).rejects.toThrow(/ENOENT/);
  });

  test('a waiting run’s context is kept after its resume', async () => {
    const { folder, state, run, runs } = await openProject(script, { approvals: { autoApprove: [] } });
    await writeFile(join(folder, 'note.txt'), 'a note');
    expect((await run('agents', 'run', 'ada', '-p', 'read my note')).code).toBe(3);
    expect(JSON.parse(await readFile(kept(state), 'utf8'))).toMatchObject({
      conversationHistory: [],
      metadata: { lastRunStatus: 'open' },
    });
    const shown = await run('agents', 'context', 'show', 'ada');
    expect(shown.stdout).toMatch(/^not ended +run_/m);
    const [question] = JSON.parse((await run('approvals', 'list', '--format', 'json')).stdout);
    await run('approvals', 'approve', question.id);
    const [waiting] = await runs();
    expect((await run('runs', 'resume', waiting?.run_id ?? '')).code).toBe(0);
    const { conversationHistory } = JSON.parse(await readFile(kept(state), 'utf8'));
    expect(conversationHistory).toMatchObject([
      { role: 'user', content: 'read my note' },
      { role: 'assistant', tool_calls: [{ name: 'read_file' }] },
      { role: 'tool', content: expect.stringContaining('a note') },
      { role: 'assistant', content: 'They are hidden.' },
    ]);
  });

  test('an unwritable context is reported without effect', async () => {
    const { folder, state, run } = await openProject(script);
    await mkdir(join(folder, 'elsewhere'));
    await symlink(join(folder, 'elsewhere'), join(state, 'contexts'));
    const { code, stdout, stderr } = await run('agents', 'run', 'ada', '-p', 'x', '--format', 'json');
    expect([code, JSON.parse(stdout).answer, getCode(stderr)]).toEqual([0, 'Fine.', 'context_not_kept']);
    await expect(stat(join(folder, 'elsewhere/ada.json'))).rejects.toThrow(/ENOENT/);
  });

  test('tools cannot read another agent’s kept context', async () => {
    const { folder, run, emulator } = await openProject(script, {}, { AGENT_HOME_DATA: 'data' });
    await writeFiles(folder, { 'agents/bob.md': agentFile('bob', 'triggers: [{ regex: zzz }]') });
    await run('ask', 'the invoices', '--agent', 'ada');
    expect(await readFile(kept(join(folder, 'data')), 'utf8')).toMatch(/invoices/);
    expect(await readFile(join(folder, 'data/routes/misses.jsonl'), 'utf8')).toMatch(/invoices/);
    const { stderr } = await run('agents', 'run', 'bob', '-p', 'read the other');
    expect(stderr.match(/✘ read_file .*hidden_path/g)).toHaveLength(2);
    expect(JSON.stringify(emulator.journal().filter(({ system }) => system?.includes('bob')))).not.toMatch(
      /invoices/,
    );
  });
});

describe('cleared contexts', () => {
  test('a cleared context leaves the logs', async () => {
    const { state, run, runs, emulator } = await openProject(script);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    const cleared = await run('agents', 'context', 'clear', 'ada', '--yes');
    expect([cleared.code, cleared.stderr]).toEqual([0, '']);
    expect(cleared.stdout).toMatch(/1 log of its runs stay/);
    await expect(stat(kept(state))).rejects.toThrow(/ENOENT/);
    expect((await run('agents', 'context', 'show', 'ada')).stdout).toMatch(/ada has no context here/);
    expect((await run('agents', 'context', 'list')).stdout).toBe('no contexts\n');
    await run('agents', 'run', 'ada', '-p', 'what was it?');
    expect(JSON.stringify(emulator.journal().at(-1))).not.toMatch(/invoices/);
    const [fresh, old] = (await runs()).map(({ session_id }) => session_id);
    expect(fresh).not.toBe(old);
    await run('agents', 'run', 'ada', '-p', 'and now?', '--session', old ?? '');
    expect(JSON.stringify(emulator.journal().at(-1))).toMatch(/invoices/);
    await rm(join(state, 'contexts'), { recursive: true });
    const again = await run('agents', 'context', 'clear', 'ada', '--yes', '--format', 'json');
    expect(JSON.parse(again.stdout)).toMatchObject({ agent: 'ada', removed: false, logs: 3 });
    // A damaged mark does not restore the context.
    await writeFile(join(state, 'contexts/ada.cleared'), 'whenever');
    expect((await run('agents', 'context', 'list')).stdout).toBe('no contexts\n');
  });

  test('clearing a context needs a confirmation', async () => {
    const { folder, home, state, run } = await openProject(script);
    await run('agents', 'run', 'ada', '-p', 'the invoices');
    const unasked = await run('agents', 'context', 'clear', 'ada');
    expect([unasked.code, getCode(unasked.stderr)]).toEqual([2, 'confirmation_missing']);
    const typing = (typed: string) =>
      inTerminal(['agents', 'context', 'clear', 'ada'], {
        cwd: folder,
        env: { HOME: home },
        interrupt: 'yes or no: ',
        typed,
      });
    const refused = await typing('y\n');
    expect([refused.code, refused.shown]).toEqual([1, expect.stringMatching(/nothing was cleared/)]);
    expect(await readFile(kept(state), 'utf8')).toMatch(/invoices/);
    const wanted = await typing('yes\n');
    expect([wanted.code, wanted.shown]).toEqual([0, expect.stringMatching(/is cleared/)]);
    await expect(stat(kept(state))).rejects.toThrow(/ENOENT/);
  });
});
