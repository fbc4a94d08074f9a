import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { getState } from '../../../support/state-home.ts';
import { openProject } from '../../../system/commands/support/agent-project.ts';
import { startMcpUrlServer } from '../mcp-url-server.ts';
import { account, canaries } from './canaries.ts';
import { filesBelow } from './files-below.ts';

const server = fileURLToPath(new URL('echoing-server.mjs', import.meta.url));
const quoted = JSON.stringify;
const all = `${Object.values(canaries).join(' and ')}`;

/** Prints its secret in every way. The first call also kills the calling process; later calls return the secret. */
const crashing = (folder: string) => `
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync, writeSync } from 'node:fs';
const trace = ${quoted(join(folder, 'crashed'))};
export default ({ secret }) => {
  console.log('it printed', secret);
  writeSync(1, 'it wrote ' + secret);
  spawnSync('sh', ['-c', 'echo "$0"; echo "$0" >&2', secret], { stdio: 'inherit' });
  if (existsSync(trace)) return { secret };
  writeFileSync(trace, [secret, process.env.CANARY ?? 'none', process.env.CANARY_SERVER ?? 'none'].join(' '));
  process.kill(process.ppid, 'SIGKILL');
};`;

const script = `
rules:
  - when: { user: crash, count: 0 }
    answer: { calls: [{ tool: boom, arguments: { secret: 'vault://variable' } }] }
  - when: { user: say, count: 0 }
    answer: { chunk: 5, text: ${quoted(`I know ${canaries.variable}.`)}, calls: [{ tool: mcp_remote_say, arguments: {} }] }
  - when: { user: main, count: 0 }
    answer: { text: ${quoted(`I know ${canaries.file}.`)}, calls: [{ tool: bash, arguments: { command: 'cat ../secret-file; printf "%s" "$CANARY"' } }] }
  - when: { user: say, count: 1 }
    answer: { calls: [{ tool: mcp_echoing_say, arguments: {} }] }
  - when: { user: say, count: 2 }
    answer: { calls: [{ tool: bash, arguments: { command: 'cat ../secret-file; cat ../secret-file >&2; echo "$PATH"; exit 3' } }] }
  - answer: { chunk: 7, text: ${quoted(`Done with ${all}.`)} }
`;

export interface CommandBoard {
  /** Output of each command on both streams, and the files that it left. */
  sinks: Record<string, string>;
  /** Exit codes, in their order. */
  codes: Record<string, number | null>;
  /** Secrets that the module, the configured server and the remote server received. */
  got: { module: string; server: string; remote: string };
}

/**
 * Plays two runs by the commands of users, one with a killed process and one that waits for approval, and then all commands that
 * show them.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one scene, read from its beginning to its end
export async function playCommands(): Promise<CommandBoard> {
  const project = await openProject(
    script,
    {},
    {
      CANARY: canaries.variable,
      CANARY_MODEL: canaries.model,
      CANARY_HEADER: canaries.header,
      CANARY_SERVER: canaries.server,
      CANARY_REMOTE: canaries.remote,
    },
  );
  const remoteKeys: string[] = [];
  const remote = await startMcpUrlServer({
    tools: (key) => [{ name: 'say', description: `uses ${key}`, inputSchema: { type: 'object' } }],
    call: ({ key }) => {
      remoteKeys.push(key);
      return { content: [{ type: 'text', text: `it is ${key}` }] };
    },
  });
  onTestFinished(() => remote.close());
  const { folder, home, emulator, run, runs } = project;
  const [secretFile, serverGot] = [join(folder, '..', 'secret-file'), join(home, 'server-got')];
  await writeFile(secretFile, canaries.file, { mode: 0o600 });
  const accountFile = join(folder, '..', 'account-file');
  await writeFile(accountFile, account, { mode: 0o600 });
  await writeFile(join(home, 'boom.mjs'), crashing(home));
  await mkdir(join(home, '.agent-home/agents/tools'), { recursive: true });
  const spec = { inputsSchema: { type: 'object' }, outputsSchema: { type: 'object' }, timeoutMs: 20_000 };
  const metadata = { name: 'boom', owner: 'tests', version: '1.0.0' };
  await writeFile(
    join(home, '.agent-home/agents/tools/boom.tool.json'),
    quoted({ apiVersion: 'agent.platform/v1', kind: 'Tool', metadata, spec }),
  );
  const agent = join(folder, 'agents/ada.md');
  const written = await readFile(agent, 'utf8');
  await writeFile(agent, written.replace('---\nYou', 'mcp: { servers: [echoing, remote] }\n---\nYou'));
  const settings = {
    models: {
      small: {
        provider: 'emulator',
        url: `${emulator.url}/v1`,
        contextWindow: 100_000,
        key: 'vault://model',
      },
    },
    approvals: { autoApprove: ['safe', 'low', 'medium', 'high'] },
    // A sandbox would keep the commands from the secret that they print here.
    sandbox: { bash: 'off' },
    vault: {
      variable: { env: 'CANARY', tools: ['boom'] },
      file: { file: secretFile },
      account: { file: accountFile },
      header: { env: 'CANARY_HEADER' },
      model: { env: 'CANARY_MODEL' },
      server: { env: 'CANARY_SERVER' },
      remote: { env: 'CANARY_REMOTE' },
      command: {
        command: [process.execPath, '-e', `console.log(${quoted(canaries.command)})`],
        tools: ['bash'],
      },
    },
    tools: { boom: { module: join(home, 'boom.mjs') } },
    // The server gets its key from its settings only.
    mcpServers: {
      echoing: {
        command: process.execPath,
        args: [server, serverGot],
        env: { SERVER_KEY: 'vault://server' },
      },
      remote: { url: `${remote.url}/mcp`, headers: { 'X-Key': 'vault://remote' }, trusted: true },
    },
  };
  await writeFile(join(home, '.agent-home/settings.json'), quoted(settings));

  const sinks: Record<string, string> = {};
  const codes: Record<string, number | null> = {};
  const tell = async (sink: string, ...words: string[]) => {
    const { code, stdout, stderr } = await run(...words);
    codes[sink] = code;
    sinks[sink] = stdout + stderr;
    return stdout;
  };
  const newest = async () => (await runs())[0] ?? { run_id: '', session_id: '' };
  await tell('crash output', 'agents', 'run', 'ada', '-p', `crash; ${canaries.header}`, '--new', '--verbose');
  const crashed = await newest();
  await tell('runs resume after a crash', 'runs', 'resume', crashed.run_id, '--verbose');
  await tell('agents run', 'agents', 'run', 'ada', '-p', `say ${canaries.command}`, '--new', '--verbose');
  const waiting = await newest();
  await tell('steps of agents run', 'agents', 'run', 'main', '-p', `main; ${canaries.file}`, '--new');
  await tell(
    'agents run main',
    'agents',
    'run',
    'main',
    '-p',
    `main; ${canaries.file}`,
    '--new',
    '--verbose',
  );
  const ofMain = await newest();
  await tell('agents doctor', 'agents', 'doctor');
  const listed = await tell('approvals list', 'approvals', 'list', '--format', 'json');
  const [question] = JSON.parse(listed) as { id: string }[];
  const id = question?.id ?? '';
  await tell('approvals show', 'approvals', 'show', id);
  await tell('approvals approve', 'approvals', 'approve', id);
  await tell('runs resume after an approval', 'runs', 'resume', waiting.run_id, '--format', 'json');
  for (const { run_id, session_id } of [crashed, waiting, ofMain]) {
    await Promise.all([
      tell(`runs show ${run_id}`, 'runs', 'show', run_id, '--full'),
      tell(`runs show as JSON ${run_id}`, 'runs', 'show', run_id, '--format', 'json'),
      tell(`runs show as events ${run_id}`, 'runs', 'show', run_id, '--format', 'events'),
      tell(`traces ${run_id}`, 'agents', 'trace', 'export', '--session', session_id),
    ]);
    await tell(`runs replay ${run_id}`, 'runs', 'replay', run_id);
  }
  await tell('traces that are kept', 'agents', 'trace', 'export', '--session', waiting.session_id, '--save');
  sinks['runs on the disk'] = await filesBelow(getState(folder));
  sinks['traces on the disk'] = await filesBelow(join(getState(folder), 'traces'));
  sinks['journal of the model'] = quoted(emulator.journal());
  const got = {
    module: await readFile(join(home, 'crashed'), 'utf8'),
    server: await readFile(serverGot, 'utf8'),
    remote: [...new Set(remoteKeys)].join(),
  };
  return { sinks, codes, got };
}
