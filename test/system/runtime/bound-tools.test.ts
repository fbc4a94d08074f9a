import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePolicySpec } from '@agent-home/agent-runtime/definition';
import {
  bindTools,
  connectMcpServers,
  createNativeTools,
  fixedPlace,
  pinPolicies,
  Vault,
  withSpecNames,
} from '@agent-home/runtime-node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { calling, listOutcomes, message, toSpec } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';

const environment = { PATH: process.env.PATH ?? '' };
const placeOf = fixedPlace(tmpdir(), environment);
const operator = { autoApprove: ['safe', 'low', 'medium', 'high'] as const, unlocked: [] };

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-bound-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns a program that prints a secret, and leaves a trace of its run. */
const saying = (secret: string, trace: string) => [
  process.execPath,
  '-e',
  `require('node:fs').writeFileSync(${JSON.stringify(trace)}, ''); console.log(${JSON.stringify(secret)})`,
];

describe('secrets that a command says', () => {
  test('a secret is read before a run’s first call', async () => {
    const folder = await scratchFolder();
    const [mine, others] = [join(folder, 'mine'), join(folder, 'others')];
    const vault = new Vault(
      {
        mine: { command: saying('said-by-a-command', mine), tools: ['write_file'] },
        others: { command: saying('never-to-be-said', others), tools: ['tool.of.nobody', 'read_file'] },
      },
      { environment, placeOf },
    );
    // Another tool than the permitted one detects the secret before any tool has received it.
    const script = calling(['bash', { command: 'printf said-by; printf -- -a-command' }]);
    const { runtime, order, emulator } = await openWorkshop(script, { vault });
    expect(existsSync(mine)).toBe(false);
    const wanted = order(
      { operator: { ...operator, autoApprove: [...operator.autoApprove] } },
      { tools: { deny: ['read_file'] } },
    );
    const { state } = await runtime.postMessage(wanted, message);
    expect(state.ended).toMatchObject({ status: 'answered' });
    expect([existsSync(mine), existsSync(others)]).toEqual([true, false]);
    const seen = JSON.stringify(emulator.journal());
    expect([seen.includes('said-by-a-command'), seen.includes('[secret vault://mine]')]).toEqual([
      false,
      true,
    ]);
  });

  test('a run without a needed secret does not begin', async () => {
    const failing = [process.execPath, '-e', 'console.log("half a secret"); process.exit(3)'];
    const vault = new Vault({ it: { command: failing, tools: ['bash'] } }, { environment, placeOf });
    const { runtime, order, store, emulator } = await openWorkshop(calling(), { vault });
    const refused = await runtime.postMessage(order(), message).then(String, (error: unknown) => error);
    expect(refused).toMatchObject({ code: 'secret_command_failed' });
    expect(String(refused)).not.toContain('half');
    expect([await store.list(), emulator.journal()]).toEqual([[], []]);
  });
});

describe('the data of bound tools', () => {
  test('policies decide by the data scope of a bound tool', async () => {
    const asked: string[] = [];
    const service = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end('fine');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void service.close());
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const tool = (tenant: string, sideEffects: boolean) =>
      toSpec(`${tenant}-${sideEffects ? 'write' : 'read'}`, {
        inputsSchema: { type: 'object' },
        outputsSchema: {},
        sideEffects,
        dataScope: { tenant },
      });
    const specs = [tool('north', false), tool('north', true), tool('south', false), tool('south', true)];
    const settings = Object.fromEntries(
      specs.map(({ metadata: { name }, spec }) => [
        name,
        {
          http: {
            method: spec.sideEffects ? ('POST' as const) : ('GET' as const),
            url: `${url}/${name}`,
            privateNetwork: true,
          },
        },
      ]),
    );
    const vault = new Vault({}, { environment, placeOf });
    const script = calling(...specs.map(({ metadata }): [string, object] => [metadata.name, {}]));
    const { runtime, order, check } = await openWorkshop(script, {
      providers: (folder) => [
        bindTools(specs, settings, { vault, placeOf: fixedPlace(folder, environment) }),
      ],
    });
    const rules = [
      { effect: 'allow', action: 'tool.call' },
      { effect: 'allow', action: 'data.read' },
      { effect: 'allow', action: 'data.write' },
      { effect: 'deny', action: 'data.write', conditions: { when: 'scope.tenant == "south"' } },
    ];
    const metadata = { name: 'tenants', owner: 'tests', version: '1.0.0' };
    const written = JSON.stringify({
      apiVersion: 'agent.platform/v1',
      kind: 'Policy',
      metadata,
      spec: { rules },
    });
    const policy = decodePolicySpec(written, { file: 'tenants.policy.json', expected: { name: 'tenants' } });
    const policies = pinPolicies({ policiesRef: ['tenants'] }, [policy]);
    const all = { ...operator, autoApprove: [...operator.autoApprove] };
    const outcomes = await listOutcomes({ runtime, check }, order({ policies, operator: all }), specs.length);
    expect(outcomes).toMatchObject([
      { status: 'ok' },
      { status: 'ok' },
      { status: 'ok' },
      { status: 'error', error: { code: 'denied_by_policy' } },
    ]);
    expect(asked).toEqual(['GET /north-read', 'POST /north-write', 'GET /south-read']);
  });
});

describe('a tool of a server under the name of a spec', () => {
  test('a server’s bound tool follows its spec under either name', async () => {
    const require = createRequire(import.meta.url);
    const main = require.resolve('@modelcontextprotocol/server-everything/dist/index.js');
    const specs = [
      toSpec('say', {
        inputsSchema: {
          type: 'object',
          properties: { message: { type: 'string', maxLength: 5 } },
          required: ['message'],
        },
        outputsSchema: {},
        timeoutMs: 5_000,
      }),
      toSpec('linger', { inputsSchema: { type: 'object' }, outputsSchema: {}, timeoutMs: 400 }),
      toSpec('add', {
        inputsSchema: { type: 'object' },
        outputsSchema: { type: 'object' },
        timeoutMs: 5_000,
      }),
    ];
    const settings = {
      say: { tool: 'mcp.everything.echo' },
      linger: { tool: 'mcp.everything.trigger-long-running-operation' },
      add: { tool: 'mcp.everything.get-sum' },
      environment: { tool: 'mcp.everything.get-env' },
    };
    const script = calling(
      ['say', { message: 'short' }],
      ['say', { message: 'much too long' }],
      ['linger', { duration: 30, steps: 30 }],
      ['add', { a: 1, b: 2 }],
      ['environment', {}],
      ['mcp_everything_get_env', {}],
    );
    const { runtime, order, check } = await openWorkshop(script, {
      providers: (folder) => [
        withSpecNames(
          connectMcpServers([{ name: 'everything', command: process.execPath, args: [main] }], {
            placeOf: fixedPlace(folder, environment),
            project: folder,
            environment,
            tell: () => undefined,
          }),
          specs,
          settings,
        ),
        createNativeTools({ projectFolder: folder, environment }),
      ],
    });
    const calm = { autoApprove: [...operator.autoApprove], unlocked: [] };
    const wanted = order({ operator: calm, sessionId: 'aliases' }, { tools: { deny: ['environment'] } });
    const model = { ...wanted.model, contextWindow: 200_000 };
    expect(await listOutcomes({ runtime, check }, { ...wanted, model }, 6)).toMatchObject([
      { status: 'ok', content: [{ text: 'Echo: short' }] },
      { status: 'error', error: { code: 'invalid_arguments' } },
      { status: 'error', error: { code: 'tool_timeout' } },
      { status: 'error', error: { code: 'invalid_output' }, tainted: true },
      { status: 'error', error: { code: 'tool_denied' } },
      { status: 'error', error: { code: 'tool_denied' } },
    ]);
  });
});

test('a request beyond its timeout is reported as too slow', async () => {
  const service = createServer(() => undefined);
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const slow = toSpec('slow', { inputsSchema: { type: 'object' }, outputsSchema: {}, timeoutMs: 300 });
  const settings = { slow: { http: { method: 'GET' as const, url, privateNetwork: true } } };
  const vault = new Vault({}, { environment, placeOf });
  const { runtime, order, check } = await openWorkshop(calling(['slow', {}]), {
    providers: (folder) => [bindTools([slow], settings, { vault, placeOf: fixedPlace(folder, environment) })],
  });
  expect(await listOutcomes({ runtime, check }, order(), 1)).toMatchObject([
    { status: 'error', error: { code: 'tool_timeout' } },
  ]);
});
