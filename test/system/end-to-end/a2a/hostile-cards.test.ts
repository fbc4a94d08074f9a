import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AgentCard } from '@a2a-js/sdk';
import { rotateKeyFiles } from '@agent-home/platform';
import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { httpCall } from '../../../support/http-request.ts';
import { plainCard, sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import {
  asking,
  cardPath,
  createVerifier,
  fetchCard,
  ownerToken,
  rawCall,
  rpc,
} from './support/a2a-client.ts';

let home: TestHome;
let ada: AgentHome;
let olga: string;

beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_DIRECT_REQUESTS_PER_MINUTE: '0' } });
  ada = await sdkAgent(home, 'ada');
  olga = await ownerToken(home, 'olga');
  await eventually(() => fetchCard(home, 'ada'));
});
afterAll(async () => {
  await ada?.close();
  await home?.close();
});

test('a changed, foreign or unsigned card is not believed', async () => {
  const card = await fetchCard(home, 'ada');
  const verify = createVerifier(home);
  await verify(card);
  // Silenced, because the client logs each reason at length.
  vi.spyOn(console, 'debug').mockReturnValue();
  const other = await startHome({ worker: false });
  try {
    const [signature] = card.signatures;
    const header = { ...JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString()) };
    const headed = (changes: object) => ({
      ...signature,
      protected: Buffer.from(JSON.stringify({ ...header, ...changes })).toString('base64url'),
    });
    const forged: unknown[] = [
      { ...card, name: 'Somebody else' },
      {
        ...card,
        supportedInterfaces: [{ ...card.supportedInterfaces[0], url: 'https://elsewhere.example' }],
      },
      { ...card, securityRequirements: [] },
      { ...card, capabilities: { ...card.capabilities, pushNotifications: true } },
      { ...card, signatures: [] },
      { ...card, signatures: [headed({ jku: `${other.url}/a2a/jwks.json` })] },
      { ...card, signatures: [headed({ alg: 'none' })] },
      { ...card, signatures: [headed({ kid: 'another' })] },
    ];
    for (const one of forged) await expect(verify(one as AgentCard)).rejects.toThrow();
    const keys = async ({ url }: TestHome) => (await (await fetch(`${url}/a2a/jwks.json`)).json()) as object;
    // Each home has its own keys, and returns the same ones every time.
    expect(await keys(other)).not.toEqual(await keys(home));
    expect(await keys(home)).toEqual(await keys(home));
  } finally {
    await other.close();
  }
});

test('a card leads to the home’s own name', async () => {
  const headers = { host: 'evil.example', ...bearer(olga) };
  const { status, text } = await httpCall(home.url, { path: cardPath('ada'), headers });
  expect(status).toBe(200);
  expect(text).not.toContain('evil.example');
  const listed = await httpCall(home.url, { path: '/a2a/agents', headers });
  expect(listed.text).not.toContain('evil.example');
  expect(JSON.parse(listed.text)).toMatchObject({ items: [{ agent_id: 'ada' }] });
  // Without a token the host name alone causes the refusal.
  const unknown = await httpCall(home.url, { path: cardPath('ada'), headers: { host: 'evil.example' } });
  expect(unknown.status).toBe(401);
});

test('a suspended or unadmitted agent looks nonexistent', async () => {
  const { secretKey } = createIdentity();
  const rae = await connect({ url: home.url, rootSet: home.rootSet, secretKey, agentId: 'rae' });
  await rae.register(plainCard);
  const agents = await Promise.all(['sue', 'wim'].map((name) => sdkAgent(home, name)));
  for (const agent of [rae, ...agents]) await agent.close();
  await eventually(() => fetchCard(home, 'sue'));
  await eventually(() => fetchCard(home, 'wim'));
  await home.admin('POST', '/v1/admin/agents/sue/actions', { action: 'suspend', reason: 'it floods' });
  await home.admin('POST', '/v1/agents/wim/withdrawal', { objects: 'keep' });
  const calls = [asking('Hello?'), rpc('GetTask', { id: 'a2a-0' }), rpc('nonsense')];
  const told = async (agentId: string) =>
    Promise.all([
      fetch(`${home.url}${cardPath(agentId)}`).then(async (card) => [card.status, await card.json()]),
      ...calls.map(async (call) => {
        const { status, body } = await rawCall(home, agentId, olga, call);
        return [status, body];
      }),
    ]);
  const nobody = await told('nobody');
  expect(nobody.map(([status]) => status)).toEqual([404, 404, 404, 404]);
  for (const agentId of ['rae', 'sue', 'wim']) expect(await told(agentId)).toEqual(nobody);
  const { items } = (await (await fetch(`${home.url}/a2a/agents?limit=50`)).json()) as {
    items: { agent_id: string }[];
  };
  expect(items.map(({ agent_id: agentId }) => agentId)).toEqual(['ada']);
});

test('a home without direct requests shows its cards', async () => {
  expect((await fetchCard(home, 'ada')).name).toBe('Tester');
  const asked = await rawCall(home, 'ada', olga, asking('Hello?'));
  expect([asked.status, asked.body.code]).toEqual([429, 'rate_limited']);
});

test('rotated home keys change the card key', async () => {
  const keysAt = async (url: string) =>
    ((await (await fetch(`${url}/a2a/jwks.json`)).json()) as { keys: { kid: string }[] }).keys.map(
      ({ kid }) => kid,
    );
  const before = await keysAt(home.url);
  await rotateKeyFiles(home.settings.keysFolder, join(home.settings.keysFolder, 'root-keys.json'), {
    now: new Date(),
    overlapMs: 3_600_000,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  });
  const started = await home.startSecondApi();
  try {
    const after = await keysAt(started.url);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
  } finally {
    await started.close();
  }
});
