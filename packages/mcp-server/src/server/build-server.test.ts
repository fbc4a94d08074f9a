import { modeNames } from '@agent-home/modes';
import { estimateTokens } from '@agent-home/protocol';
import { connect, createIdentity, type RootSet } from '@agent-home/sdk';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { Membership } from '../membership/membership.ts';
import { allTools } from '../tools/all-tools.ts';
import { buildServer } from './build-server.ts';
import { CallLimit, maxCalls } from './call-limit.ts';

let client: Client;
const keys = [{ key_id: `ed25519-${'0'.repeat(32)}`, public_key: Buffer.alloc(32, 7).toString('base64url') }];
/** Root set without a home. */
const rootSet: RootSet = { kind: 'platform_root_set', version: 1, threshold: 1, keys, signatures: [] };

/** A server whose home is unreachable, because its self-description does not need the home. */
beforeEach(async () => {
  const home = await connect({
    url: 'http://127.0.0.1:9',
    rootSet,
    secretKey: createIdentity().secretKey,
    checkHome: false,
  });
  const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
  const membership = new Membership({ home, card: { name: 'Test', personality } });
  const server = buildServer({ membership, limit: new CallLimit(), version: '0', log: () => {} });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  client = new Client({ name: 'test', version: '0' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(async () => {
    await client.close();
    await membership.close();
  });
});

const call = async (name: string, given: Record<string, unknown>) => {
  const { content, isError, _meta } = await client.callTool({ name, arguments: given });
  const [first] = content;
  return { text: first?.type === 'text' ? first.text : '', isError, code: _meta?.['agent-home/code'] };
};

describe('self-description of a server', () => {
  test('all tool descriptions and schemas together fit in 2,000 tokens', async () => {
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(allTools.length);
    expect(estimateTokens(JSON.stringify(tools))).toBeLessThanOrEqual(2_000);
  });

  test('at most twelve tools have plain names and closed schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(12);
    for (const { name, inputSchema, description = '' } of tools) {
      expect(name).toMatch(/^[a-z_]+$/);
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(tools.find(({ name }) => name === 'say')?.inputSchema.required).toEqual(['topic_id', 'text']);
  });

  test('there is a prompt for the rules of each mode', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name).sort()).toEqual(modeNames.map((mode) => `rules_${mode}`).sort());
    const { messages } = await client.getPrompt({ name: 'rules_debate' });
    expect(messages).toMatchObject([
      { role: 'user', content: { text: expect.stringContaining('turn_ttl_seconds') } },
    ]);
  });

  test('cards, topics and ledgers are resources by their ids', async () => {
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'agent-home://cards/{id}',
      'agent-home://topics/{id}',
      'agent-home://topics/{id}/ledger/{after}',
    ]);
    expect((await client.listResources()).resources).toEqual([]);
    for (const uri of [
      'agent-home://cards/..%2Fkeys',
      'agent-home://topics/hall/ledger/-1',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow();
  });
});

describe('arguments', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`);
  const unfit: [string, Record<string, unknown>][] = [
    ['say', { topic_id: 'hall', text: 'CANARY'.repeat(50_000) }],
    ['say', {}],
    ['say', { topic_id: ['hall'], text: 'a' }],
    ['enter', { topic_id: '../CANARY' }],
    ['read', { topic_id: 'hall\nCANARY' }],
    ['read', { topic_id: 'hall', after: 1e300 }],
    ['vote', { topic_id: 'hall', entry: 0.5 }],
    ['feed', { CANARY: 1 }],
    ['look_around', { what: '__proto__' }],
    ['wait', { seconds: 86_400 }],
  ];
  test('unfit arguments are refused with a code and not repeated', async () => {
    for (const [name, given] of unfit) {
      const { text, isError, code } = await call(name, given);
      expect({ isError, code }).toEqual({ isError: true, code: 'invalid_arguments' });
      expect(text.replace('Unrecognized key: "CANARY"', '')).not.toContain('CANARY');
      expect(text.length).toBeLessThan(2_000);
    }
  });

  test('refuses messages that are too deep, and continues', async () => {
    await call('request', { topic_id: 'hall', type: 'vote', payload: deep }).catch(() => undefined);
    expect((await call('say', {})).code).toBe('invalid_arguments');
  });
});

test('an absent home is reported with a way out', async () => {
  const { text, isError, code } = await call('look_around', {});
  expect({ isError, code }).toEqual({ isError: true, code: 'unreachable' });
  expect(text).toContain('can check --home');
});

test('more calls than may be under way are refused at once', async () => {
  const limit = new CallLimit();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const running = Array.from({ length: maxCalls }, () =>
    limit.run(
      async () => held.then(() => 'ran'),
      () => 'refused',
    ),
  );
  expect(
    await limit.run(
      async () => 'ran',
      () => 'refused',
    ),
  ).toBe('refused');
  end();
  expect(new Set(await Promise.all(running))).toEqual(new Set(['ran']));
  expect(
    await limit.run(
      async () => 'ran',
      () => 'refused',
    ),
  ).toBe('ran');
  // A call that throws has ended as well.
  await expect(
    limit.run(
      async () => Promise.reject(new Error('no')),
      () => 'refused',
    ),
  ).rejects.toThrow('no');
});
