import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openAgno } from '@agent-home/runtime-agno';
import { AgentRuntime, type FindModel } from '@agent-home/runtime-node';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { openWorkshop } from '../../system/runtime/support/reference-home.ts';
import { type ServedAgno, serveAgno } from './open-runtime.ts';

let served: ServedAgno;
beforeAll(async () => {
  served = await serveAgno();
});
afterAll(() => served.close());

/** Starts the program as a child, prints its process id, and waits. */
const parent = `
import { spawn } from 'node:child_process';
const [, python, folder] = process.argv;
const child = spawn(python, ['-m', 'agent_home_agno', '--child', '--folder', folder], { stdio: ['pipe', 'pipe', 'ignore'] });
child.stdin.write('${'t'.repeat(40)}\\n');
child.stdout.once('data', () => console.log(child.pid));
`;

function privateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-agno-program-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the program of agno', () => {
  test('refuses requests without the token', async () => {
    const { AGENT_HOME_AGNO_URL: url, AGENT_HOME_AGNO_TOKEN: token } = served.environment;
    const paths = [
      '/',
      '/agent-home',
      '/agents',
      '/sessions',
      '/health',
      '/docs',
      '/config',
      '/openapi.json',
    ];
    for (const path of paths)
      for (const authorization of [undefined, `Bearer ${token}0`, `Basic ${token}`, 'Bearer '])
        expect([
          path,
          (await fetch(url + path, { headers: authorization ? { authorization } : {} })).status,
        ]).toEqual([path, 401]);
    const right = await fetch(`${url}/agent-home`, { headers: { authorization: `Bearer ${token}` } });
    expect(await right.json()).toEqual({ protocol: 1, agno: '3.1.10' });
  });

  test('ends with the process that started it', async () => {
    const { python, installed } = inject('agno');
    const node = spawn(process.execPath, ['--input-type=module', '-e', parent, python, privateFolder()], {
      env: { ...process.env, PYTHONPATH: installed },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(createInterface({ input: node.stdout }), 'line');
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    node.kill('SIGKILL');
    await eventually(() => expect(isAlive(pid)).toBe(false));
  });

  test('sends no conversation to where a model redirects', async () => {
    const sent: string[] = [];
    const elsewhere = createServer((request, response) => {
      sent.push(request.url ?? '');
      response.end();
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const redirecting = createServer((request, response) => {
      request.resume();
      response.writeHead(307, { location: `http://127.0.0.1:${port}/v1/chat/completions` }).end();
    });
    redirecting.listen(0, '127.0.0.1');
    await once(redirecting, 'listening');
    onTestFinished(() => {
      elsewhere.close();
      redirecting.close();
    });
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/v1`;
    const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs: 10_000 });
    const workshop = await openWorkshop('rules: [{ when: {}, answer: done }]');
    const runtime = new AgentRuntime({
      store: workshop.store,
      models: served.restarted(find),
      providers: [],
    });
    const order = workshop.order({}, { runtime: { selector: 'agno', params: {} } });
    const { state } = await runtime.postMessage(order, { text: 'private', origin: 'user', tainted: false });
    expect([state.ended?.status, state.ended?.code, sent]).toEqual(['failed', 'model_nonsense', []]);
  });

  test('keeps no cookie of a model', async () => {
    const cookies: (string | undefined)[] = [];
    const model = createServer((request, response) => {
      request.resume();
      cookies.push(request.headers.cookie);
      response.writeHead(400, { 'set-cookie': 'agent=first; Path=/' }).end('{}');
    });
    model.listen(0, '127.0.0.1');
    await once(model, 'listening');
    onTestFinished(() => void model.close());
    const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
    const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs: 10_000 });
    const workshop = await openWorkshop('rules: [{ when: {}, answer: done }]');
    const runtime = new AgentRuntime({
      store: workshop.store,
      models: served.restarted(find),
      providers: [],
    });
    for (let run = 0; run < 2; run++) {
      const order = workshop.order({}, { runtime: { selector: 'agno', params: {} } });
      await runtime.postMessage(order, { text: 'hello', origin: 'user', tainted: false });
    }
    expect(cookies).toEqual([undefined, undefined]);
  });

  test('keeps no key and no ended conversation', async () => {
    const { python, installed } = inject('agno');
    const folder = privateFolder();
    const workshop = await openWorkshop(`
rules:
  - when: { count: 1 }
    answer: done
  - when: {}
    answer: { calls: [{ tool: read_file, arguments: { path: missing.txt } }] }
`);
    const [key, secret] = ['sk-key-of-the-model', 'a message that is private'];
    const url = `${workshop.emulator.url}/v1`;
    const find: FindModel = (provider, name) => ({
      provider,
      name,
      url,
      key,
      fallbacks: [],
      timeoutMs: 10_000,
    });
    const environment = { ...process.env, AGENT_HOME_AGNO_PYTHON: python, PYTHONPATH: installed };
    const agno = openAgno(find, { environment, folder });
    if (!agno) throw new Error('agno is not configured');
    const seen: string[] = [];
    const written = () =>
      readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'latin1'))
        .join();
    const models = {
      ask: async (...asked: Parameters<typeof agno.ask>) => {
        const answered = await agno.ask(...asked);
        seen.push(written());
        return answered;
      },
    };
    const runtime = new AgentRuntime({ store: workshop.store, models, providers: workshop.tools });
    const order = workshop.order({}, { runtime: { selector: 'agno', params: {} } });
    const { state } = await runtime.postMessage(order, { text: secret, origin: 'user', tainted: false });
    await agno.close();
    expect(state.ended?.answer).toBe('done');
    // A paused run is stored, or it could not be continued.
    expect(seen[0]).toContain(secret);
    expect([written().includes(secret), [...seen, written()].some((text) => text.includes(key))]).toEqual([
      false,
      false,
    ]);
  });
});
