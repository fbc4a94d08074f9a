import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCommands } from '../build-commands.ts';
import type { Bench } from '../measure.ts';

const command = fileURLToPath(new URL('../../../../apps/cli/bin/agent-home.js', import.meta.url));

/**
 * Measures `agent-home ask` from the shell to the first text of the response on standard output. With events as the format, because a
 * pipe gets the text itself only once it is whole.
 */
export const askFirstText: Bench = {
  name: 'ask_first_text',
  unit: 'ms',
  floorName: 'node -e 0',
  target: { atMost: 6 },
  pairs: { full: 15, short: 2 },
  async open() {
    const desk = await openDesk();
    return {
      value: async () => (await desk.ask('quick')).firstTextMs,
      floor: async () => {
        const started = performance.now();
        await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
        return performance.now() - started;
      },
      close: desk.close,
    };
  },
};

/**
 * Measures from the moment at which the model sends its first text until `agent-home ask` has written it, for an agent with an MCP
 * server that takes a second to start. The floor is a program that only copies the stream.
 */
export const askFirstToken: Bench = {
  name: 'ask_first_token',
  unit: 'ms',
  floorName: 'a fetch that copies the stream',
  target: { valueAtMost: 50, floorAtMost: 50 },
  pairs: { full: 9, short: 1 },
  async open() {
    const desk = await openDesk();
    return {
      value: async () => (await desk.ask('slow')).tokenMs,
      floor: async () => (await desk.copy()).tokenMs,
      close: desk.close,
    };
  },
};

interface Measured {
  firstTextMs: number;
  tokenMs: number;
}

/** A user's folder with two agents, and a model in this process that notes when it sends its first text. */
async function openDesk() {
  await buildCommands();
  let sentAt = Number.NaN;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      sentAt = performance.now();
      sendPiece(response, { content: 'The first line.\n' });
      setTimeout(() => {
        sendPiece(response, { content: 'The second line.' }, 'stop');
        response.end('data: [DONE]\n\n');
      }, 100);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const home = await mkdtemp(join(tmpdir(), 'agent-home-bench-ask-'));
  await writeUser(home, url);
  const environment = { PATH: process.env.PATH, HOME: home };
  const measure = async (words: string[]): Promise<Measured> => {
    const started = performance.now();
    const child = spawn(process.execPath, words, {
      cwd: join(home, 'work'),
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const writtenAt = await firstText(child);
    const tokenMs = writtenAt - sentAt;
    if (child.exitCode === null) await once(child, 'exit');
    return { firstTextMs: writtenAt - started, tokenMs };
  };
  return {
    ask: (agent: string) =>
      measure([command, 'ask', '--format', 'stream-json', '--agent', agent, 'Which lines are there?']),
    copy: () => measure(['-e', copier(url)]),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function firstText(child: ChildProcess): Promise<number> {
  let problems = '';
  child.stderr?.on('data', (chunk) => {
    problems += String(chunk);
  });
  let written = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      written += String(chunk);
      if (written.includes('The first line.')) resolve(performance.now());
    });
    child.once('close', () => reject(new Error(`no text was written: ${problems}`)));
  });
}

function sendPiece(response: ServerResponse, delta: { content: string }, finish_reason?: string): void {
  const choice = { index: 0, delta, ...(finish_reason === undefined ? {} : { finish_reason }) };
  response.write(`data: ${JSON.stringify({ id: 'bench', choices: [choice] })}\n\n`);
}

async function writeUser(home: string, url: string): Promise<void> {
  const agents = join(home, '.agent-home/agents');
  await mkdir(agents, { recursive: true });
  await mkdir(join(home, 'work'));
  const everything = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/server-everything/dist/index.js',
  );
  const slowly = `setTimeout(() => { process.argv.splice(1, 0, ${JSON.stringify(everything)}); import(process.argv[1]); }, 1000)`;
  const settings = {
    models: { small: { provider: 'openai-compatible', url, model: 'small' } },
    mcpServers: { slow: { command: process.execPath, args: ['-e', slowly] } },
  };
  await writeFile(join(home, '.agent-home/settings.json'), JSON.stringify(settings));
  await writeFile(join(agents, 'quick.md'), definition('quick', ''));
  await writeFile(join(agents, 'slow.md'), definition('slow', 'mcp: { servers: [slow] }\n'));
}

function definition(name: string, more: string): string {
  return `---\nkind: agent\nname: ${name}\ntitle: Bench\ndescription: Responds.\nmodel: small\n${more}---\nYou respond.\n`;
}

function copier(url: string): string {
  return `const { body } = await fetch(${JSON.stringify(`${url}/chat/completions`)}, { method: 'POST', body: '{}' });
for await (const chunk of body) process.stdout.write(chunk);`
    .replace(/^/, '(async () => {')
    .concat('})();');
}
