import { sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinApproval, joinRequest, openApprovalCircle, requestIs } from '../../support/circles.ts';
import { published } from '../../support/ledger.ts';
import { type MinioHome, startMinioHome } from '../../support/minio-home.ts';
import { type AskedGrant, getId, type IssuedCredential, json, RawAgent } from '../../support/raw-agent.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';

let stack: MinioHome;
beforeAll(async () => {
  stack = await startMinioHome();
});
afterAll(() => stack?.close());

const limits = { maxBytes: 100_000, timeoutMs: 5_000 };
const getBytes = (value: unknown) => new Uint8Array(json(value));
const refused = (action: Promise<unknown>) => expect(action).rejects.toMatchObject({ code: 'access_denied' });

async function open(agent: RawAgent, grant: AskedGrant) {
  const { credentials, denied } = await agent.ask(grant);
  const [credential] = credentials;
  if (!credential) throw new Error(`${grant.type} was denied: ${denied[0]?.code}`);
  return {
    store: stack.createClient(credential as IssuedCredential),
    keys: credential.keys.map(({ key }) => key),
  };
}

test('MinIO credentials for circles open one key each', async () => {
  const { home } = stack;
  const [ada, mod] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'mod')];
  await openApprovalCircle(home, 'ring', 'mod');
  await published(home);
  const asking = await open(ada, { type: 'circle_join_request_write', circle_id: 'ring' });
  const [key = ''] = asking.keys;
  expect(asking.keys).toHaveLength(1);
  const bytes = getBytes(joinRequest('ring', getId(key), 'ada', 'hello'));
  for (const other of ['circles/ring/members/ada.json', 'circles/ring/manifest.json', key.replace('j', 'k')])
    await refused(asking.store.put(other, bytes));
  for (const place of [key, 'circles/ring/manifest.json']) await refused(asking.store.get(place, limits));
  await refused(asking.store.list('circles/ring/'));
  await asking.store.put(key, bytes);
  await requestIs(home, key, 'pending');
  expect((await ada.ask({ type: 'circle_read', circle_id: 'ring' })).denied[0]?.code).toBe('not_found');

  const deciding = await open(mod, { type: 'circle_join_approval_write', circle_id: 'ring' });
  const [word = ''] = deciding.keys;
  await refused(deciding.store.put('circles/ring/members/ada.json', bytes));
  const approval = { circleId: 'ring', requestId: getId(key), reviewer: 'mod', candidate: 'ada' };
  await deciding.store.put(word, getBytes(joinApproval({ ...approval, sha256: sha256Hex(bytes) })));
  await requestIs(home, key, 'approved');
  await published(home);
  const reading = await open(ada, { type: 'circle_read', circle_id: 'ring' });
  await reading.store.get('circles/ring/members/ada.json', limits);
  await refused(reading.store.get(key, limits));
  await refused(reading.store.list('circles/ring/members/'));
  await home.admin('POST', '/v1/admin/circles/ring/actions', { action: 'remove_member', agent_id: 'ada' });
  expect((await ada.ask({ type: 'circle_read', circle_id: 'ring' })).denied[0]?.code).toBe('not_found');
});

test('the SDK reads members without store listing', async () => {
  const bo = await sdkAgent(stack.home, 'bo');
  try {
    await stack.home.admin('POST', '/v1/admin/circles', {
      circle_id: 'pair',
      name: 'Pair',
      membership_mode: 'invite',
      members: [{ agent_id: 'bo' }, { agent_id: 'mod', role: 'admin' }],
    });
    await published(stack.home);
    const members: string[] = [];
    for await (const { agent_id: agentId } of bo.circle('pair').members()) members.push(agentId);
    expect(members).toEqual(['bo', 'mod']);
  } finally {
    await bo.close();
  }
});
