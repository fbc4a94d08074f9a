import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeToolSpec, defaultSandbox } from '@agent-home/agent-runtime/definition';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import {
  AgentRuntime,
  bindTools,
  connectMcpServers,
  createModelPort,
  createNativeTools,
  FileRunStore,
  fixedPlace,
  Vault,
} from '@agent-home/runtime-node';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { startMcpUrlServer } from '../mcp-url-server.ts';
import { boardCalls, boardScript } from './board-calls.ts';
import { account, canaries, findCanaries } from './canaries.ts';
import { EchoingTools } from './echoing-tools.ts';
import { filesBelow } from './files-below.ts';

export interface BoardResult {
  calls: number;
  /** Number of searched bytes per sink. */
  searched: Record<string, number>;
  /** Sink and canary. */
  leaks: string[];
  /** Tools that got the secret of another tool, or one without permission. */
  wrong: string[];
}

const server = fileURLToPath(new URL('echoing-server.mjs', import.meta.url));
const quoted = JSON.stringify;

/** Runs real parts that all echo secrets, then searches every place that was written to. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one scene, read from its beginning to its end
export async function playBoard(plant: (vault: Vault) => void = () => {}): Promise<BoardResult> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-board-'));
  const project = join(folder, 'project');
  const secretFile = join(folder, 'secret-file');
  const serverGot = join(folder, 'server-got');
  await mkdir(project);
  const accountFile = join(folder, 'account-file');
  await writeFile(secretFile, canaries.file, { mode: 0o600 });
  await writeFile(accountFile, account, { mode: 0o600 });
  const headersGot: unknown[] = [];
  const service = createServer((request, response) => {
    headersGot.push(request.headers['x-key']);
    response.statusCode = request.url?.includes('fail') ? 500 : 200;
    response.end(JSON.stringify({ headers: request.headers, url: request.url }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;

  const calls = boardCalls(secretFile, accountFile);
  const emulator = await startModelEmulator({
    port: 0,
    keys: [canaries.model],
    scripts: loadScripts([{ file: 'board.yaml', text: boardScript(calls) }]),
  });

  const environment = {
    ...process.env,
    CANARY: canaries.variable,
    CANARY_MODEL: canaries.model,
    CANARY_SERVER: canaries.server,
    CANARY_HEADER: canaries.header,
    CANARY_REMOTE: canaries.remote,
  };
  const terminal: string[] = [];
  const placeOf = fixedPlace(project, environment);
  const vault = new Vault(
    {
      variable: { env: 'CANARY', tools: ['echo', 'breaking'] },
      file: { file: secretFile, tools: ['echo'] },
      account: { file: accountFile, tools: ['echo'] },
      command: {
        command: [process.execPath, '-e', `console.log(${quoted(canaries.command)})`],
        tools: ['echo', 'run-program'],
      },
      model: { env: 'CANARY_MODEL' },
      header: { env: 'CANARY_HEADER' },
    },
    { environment, placeOf, tell: (problem) => terminal.push(problem.message) },
  );
  plant(vault);
  const spec = (name: string, inputs: object) =>
    decodeToolSpec(
      quoted({
        apiVersion: 'agent.platform/v1',
        kind: 'Tool',
        metadata: { name, owner: 'tests', version: '1.0.0' },
        spec: {
          inputsSchema: inputs,
          outputsSchema: {},
          auth: { type: name === 'ask-service' ? 'apiKey' : 'none' },
        },
      }),
      { file: `${name}.tool.json`, expected: { name } },
    );
  const remoteKeys: string[] = [];
  const remote = await startMcpUrlServer({
    tools: (key) =>
      ['say', 'structure', 'fail', 'refuse'].map((name) => ({
        name,
        description: `uses ${key}`,
        inputSchema: { type: 'object' },
      })),
    call: ({ key, name }) => {
      remoteKeys.push(key);
      if (name === 'refuse') return { status: 500, body: `no more of ${key}` };
      if (name === 'structure')
        return {
          content: [],
          structuredContent: { [key]: { of: Buffer.from(`it is ${key}`).toString('base64') } },
        };
      return { content: [{ type: 'text', text: `it is ${key}` }], isError: name === 'fail' };
    },
  });
  const echoing = new EchoingTools();
  const providers = [
    echoing,
    // A sandbox would keep the commands from the secret that they print here.
    createNativeTools({ projectFolder: project, environment, sandbox: { ...defaultSandbox, bash: 'off' } }),
    bindTools(
      [spec('ask-service', { type: 'object' }), spec('run-program', { type: 'object' })],
      {
        'ask-service': {
          http: {
            method: 'GET',
            url: `http://127.0.0.1:${port}/{path}`,
            privateNetwork: true,
            auth: { apiKey: { key: 'vault://header', header: 'x-key' } },
          },
        },
        'run-program': { command: [process.execPath, '-e', 'process.stdin.pipe(process.stdout)'] },
      },
      { vault, placeOf },
    ),
    connectMcpServers(
      [
        {
          name: 'echoing',
          command: process.execPath,
          args: [server, serverGot],
          // biome-ignore lint/suspicious/noTemplateCurlyInString: settings are written so
          env: { SERVER_KEY: '${CANARY_SERVER}' },
        },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: settings are written so
        { name: 'remote', url: `${remote.url}/mcp`, headers: { 'X-Key': '${CANARY_REMOTE}' } },
      ],
      {
        placeOf,
        project,
        environment,
        vault,
        tell: (problem) => terminal.push(quoted(problem)),
      },
    ),
  ];
  const store = new FileRunStore(join(folder, 'runs'));
  const runtime = new AgentRuntime({
    store,
    providers,
    vault,
    models: createModelPort(async (provider, name) => ({
      provider,
      name,
      url: `${emulator.url}/v1`,
      key: await vault.value('vault://model'),
      fallbacks: [],
      timeoutMs: 5_000,
    })),
    log: (message, facts) => terminal.push(message, quoted(facts)),
  });
  const events: string[] = [];
  runtime.on('**', (record) => void events.push(quoted(record)));
  try {
    const order = referenceOrder({ limits: { maxTokens: 1_000_000, maxToolCalls: 50, timeoutMs: 60_000 } });
    const all = {
      ...order,
      operator: { autoApprove: ['safe', 'low', 'medium', 'high'] as const, unlocked: [] },
    };
    // One run for each call, because third-party text in a run makes its next call need an approval.
    const ended: unknown[] = [];
    for (const count of calls.keys()) {
      const text = `call ${count}; my key is ${canaries.header}`;
      const model = { ...order.model, contextWindow: 200_000 };
      const operator = { autoApprove: [...all.operator.autoApprove], unlocked: [] };
      const run = { ...all, operator, model, sessionId: `session-${count}` };
      ended.push((await runtime.postMessage(run, { text, origin: 'user', tainted: false })).state);
    }
    const sinks: Record<string, string> = {
      'log and blobs': await filesBelow(join(folder, 'runs')),
      'events and deltas': events.join('\n'),
      state: quoted(ended),
      terminal: terminal.join('\n'),
      'journal of the model': quoted(emulator.journal()),
    };
    const got = (tool: string) =>
      echoing.received.filter((each) => each.tool === tool).map(({ value }) => value);
    const told: [string, unknown, unknown][] = [
      ['echo', got('echo'), [canaries.command, canaries.variable, canaries.file, account]],
      ['breaking', got('breaking'), [canaries.variable]],
      ['stranger', got('stranger'), []],
      ['service', headersGot, [canaries.header, canaries.header]],
      ['remote', remoteKeys, remoteKeys.map(() => canaries.remote)],
      ['remote calls', remoteKeys.length >= 4, true],
      ['server', await readFile(serverGot, 'utf8'), canaries.server],
      ['end', ended.length, calls.length],
    ];
    return {
      calls: calls.length,
      searched: Object.fromEntries(Object.entries(sinks).map(([name, text]) => [name, text.length])),
      leaks: Object.entries(sinks).flatMap(([name, text]) =>
        findCanaries(text).map((canary) => `${name}: ${canary}`),
      ),
      wrong: told.flatMap(([name, is, should]) => (quoted(is) === quoted(should) ? [] : [name])),
    };
  } finally {
    await Promise.allSettled(providers.map((provider) => provider.close()));
    await Promise.all([emulator.close(), remote.close()]);
    service.closeAllConnections();
    service.close();
    await rm(folder, { recursive: true, force: true });
  }
}
