import { objectKey } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { newOwner } from '../../../support/look.ts';
import { denyShell, policyText } from '../../../support/policy-texts.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
});
afterAll(() => home.close());

const denyFetch = policyText('no-fetch', [{ effect: 'deny', selector: { tool: 'web-fetch' } }]);
const bind = (agentId: string, ...texts: string[]) =>
  home.admin('PUT', `/v1/agents/${agentId}/policies`, { policies: texts.map((text) => ({ text })) });
const bindToAll = (...texts: string[]) =>
  home.admin('PUT', '/v1/admin/policies', { policies: texts.map((text) => ({ text })) });

/** Sends a list of policies with a token. */
const put = (token: string, path: string, ...texts: string[]) => putFrom(undefined, token, path, ...texts);

/** @param expected_version of the list that the change is made from */
async function putFrom(
  expected_version: string | undefined,
  token: string,
  path: string,
  ...texts: string[]
) {
  const response = await fetch(`${home.url}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expected_version, policies: texts.map((text) => ({ text })) }),
  });
  const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body };
}

test('an agent reads its own certified policies and no others', async () => {
  const [kim, lou] = [await sdkAgent(home, 'kim'), await RawAgent.admitted(home, 'lou')];
  expect(await kim.policyBundle()).toBeUndefined();
  await bind('kim', denyShell);
  await bindToAll(denyFetch);
  await published(home);
  expect(await kim.policyBundle()).toMatchObject({
    agentId: 'kim',
    bundleVersion: 2,
    policies: [
      { name: 'no-fetch', bound_by: 'admin' },
      { name: 'no-shell', bound_by: 'owner' },
    ],
  });
  const { credentials } = await lou.ask({ type: 'prompt_read' }, { type: 'registry_read' });
  const [own, other] = ['lou', 'kim'].map((agent_id) => objectKey('policy_bundle', { agent_id }));
  expect(credentials.flatMap(({ keys }) => keys.map(({ key }) => key))).toContain(own);
  for (const credential of credentials)
    await expect(lou.open(credential).get(other ?? '')).rejects.toMatchObject({ status: 403 });
  const listed = await home.admin('GET', '/v1/admin/policies');
  expect(listed).toMatchObject({ policies: [{ name: 'no-fetch', version: '1.0.0' }] });
  await bindToAll();
  await kim.close();
});

test('each change of bound policies raises the version by one', async () => {
  await RawAgent.admitted(home, 'ada');
  const versions = [];
  for (const texts of [[denyShell], [denyShell], [denyShell, denyFetch], []])
    versions.push((await bind('ada', ...texts)).bundle_version);
  expect(versions).toEqual([1, 1, 2, 3]);
  await published(home);
  const { bytes } = await home.open.platform.store.get(objectKey('policy_bundle', { agent_id: 'ada' }), {
    maxBytes: 1 << 20,
    timeoutMs: 5_000,
  });
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({
    bundle_version: 3,
    policies: [],
    cert: { version: 3 },
  });
});

test('policies of the home reach agents admitted later', async () => {
  const early = await sdkAgent(home, 'early');
  expect(await bindToAll(denyFetch)).toMatchObject({ policies: [{ name: 'no-fetch' }] });
  const late = await sdkAgent(home, 'late');
  await published(home);
  for (const agent of [early, late])
    expect((await agent.policyBundle())?.policies).toMatchObject([{ name: 'no-fetch', bound_by: 'admin' }]);
  expect(await bindToAll(denyFetch)).toMatchObject({ changed_bundles: 0 });
  await bindToAll();
  await Promise.all([early.close(), late.close()]);
});

test('two changes at once lose no policy', async () => {
  const agents = ['mia', 'max', 'moe'];
  for (const agentId of agents) await RawAgent.admitted(home, agentId);
  for (let round = 0; round < 5; round++) {
    await bindToAll();
    await Promise.all([
      ...agents.map((agentId) => bind(agentId, policyText(`own-${round}`, [{ effect: 'deny' }]))),
      bindToAll(policyText(`home-${round}`, [{ effect: 'deny' }])),
    ]);
    await published(home);
    for (const agentId of agents) {
      const names = (await bundle(agentId)).policies.map(({ name }) => name);
      expect(names).toEqual([`home-${round}`, `own-${round}`]);
    }
  }
  await bindToAll();
});

test('a change made from an earlier list of policies is refused', async () => {
  const pia = await newOwner(home, 'pia');
  const own = RawAgent.stranger(home, 'pip');
  await own.register({ headers: { authorization: `Bearer ${pia}` } });
  const lists = ['/v1/agents/pip/policies', '/v1/admin/policies'];
  for (const path of lists) {
    const version = async () => ((await home.admin('GET', path)) as { list_version: string }).list_version;
    const change = (expected: string, ...texts: string[]) =>
      putFrom(expected, home.secrets.adminToken, path, ...texts);
    const first = await version();
    // Both admins read the empty list.
    const results = await Promise.all([change(first, denyShell), change(first, denyFetch)]);
    expect(results.map(({ status }) => status).sort(), path).toEqual([200, 409]);
    const refused = results.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: 'version_taken', path: 'expected_version' });
    expect(refused?.body.detail).toMatch(/changed by token \S+ at \d{4}-/);
    const after = (await home.admin('GET', path)) as { policies: unknown[]; changed: unknown };
    expect(after.policies).toHaveLength(1);
    expect(after.changed).toMatchObject({ by: { kind: 'token' }, at: expect.stringMatching(/Z$/) });
    expect((await change(await version())).status).toBe(200);
    // The empty list is the one that was read first.
    expect(await version()).toBe(first);
  }
});

const bundleKey = (agentId: string) => objectKey('policy_bundle', { agent_id: agentId });

async function bundle(agentId: string): Promise<{ policies: { name: string }[] }> {
  const { bytes } = await home.open.platform.store.get(bundleKey(agentId), {
    maxBytes: 1 << 20,
    timeoutMs: 5_000,
  });
  return JSON.parse(new TextDecoder().decode(bytes));
}

test('an invalid condition is refused at binding', async () => {
  const token = await newOwner(home, 'olga');
  const owned = RawAgent.stranger(home, 'ole');
  await owned.register({ headers: { authorization: `Bearer ${token}` } });
  const path = '/v1/agents/ole/policies';
  const condition = (when: string) => policyText('broken', [{ effect: 'deny', conditions: { when } }]);
  const refused = async (...texts: string[]) => {
    const { status, body } = await put(token, path, ...texts);
    expect(status).toBe(422);
    return `${body.path} ${body.detail}`;
  };
  expect(await refused(denyShell, condition('arguments.path =='))).toMatch(
    /^policies\.1\.text .*spec\.rules\.0\.conditions/,
  );
  expect(await refused(policyText('odd', [{ effect: 'deny', conditions: { unless: 'x' } }]))).toMatch(
    /^policies\.0\.text .*unknown condition "unless"/,
  );
  expect(await refused('kind: Agent')).toMatch(/^policies\.0\.text /);
  expect(await refused('a: &a [*a, *a]')).toMatch(/^policies\.0\.text /);
  expect(await refused(denyShell, denyShell)).toMatch(/^policies\.1\.text .*the name no-shell/);
  expect((await put(token, path, ...Array.from({ length: 33 }, () => denyShell))).status).toBe(422);
  await published(home);
  await expect(bundle('ole')).rejects.toMatchObject({ code: 'not_found' });
});

test('an owner binds policies to its own agents alone', async () => {
  const [vera, otto] = [await newOwner(home, 'vera'), await newOwner(home, 'otto')];
  const victim = RawAgent.stranger(home, 'vic');
  await victim.register({ headers: { authorization: `Bearer ${vera}` } });
  const there = await put(otto, '/v1/agents/vic/policies', denyShell);
  const nowhere = await put(otto, '/v1/agents/nowhere/policies', denyShell);
  expect(there).toEqual(nowhere);
  expect(there).toMatchObject({ status: 404, body: { code: 'unknown_agent' } });
  expect(await put(otto, '/v1/admin/policies', denyShell)).toMatchObject({ status: 403 });
  expect(await put(vera, '/v1/agents/vic/policies', denyShell)).toMatchObject({
    status: 200,
    body: { bundle_version: 1 },
  });
});
