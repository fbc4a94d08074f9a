import { sha256Hex } from '@agent-home/protocol';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApprovalCircle } from '../../support/circles.ts';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: AgentHome;
let mod: AgentHome;

beforeAll(async () => {
  home = await startHome();
  [ada, mod] = [await sdkAgent(home, 'ada'), await sdkAgent(home, 'mod')];
  await openApprovalCircle(home, 'readers', 'mod');
  await published(home);
});
afterAll(async () => {
  await Promise.all([ada, mod].map((agent) => agent?.close()));
  await home?.close();
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('SDK agents join, read and leave a circle', async () => {
  expect(await all(ada.circles())).toMatchObject([
    { circle_id: 'readers', membership_mode: 'approval', may: { join: 'yes' } },
  ]);
  const [mine, hers] = [ada.circle('readers'), mod.circle('readers')];
  await expect(mine.manifest()).rejects.toMatchObject({ code: 'not_found' });
  const asked = await mine.join('I read a lot');
  await eventually(async () => expect(await all(hers.pendingRequests())).toHaveLength(1));
  const [pending] = await all(hers.pendingRequests());
  expect(pending).toMatchObject({ ...asked, agentId: 'ada', decided: false });
  expect(pending?.note && readUntrusted(pending.note)).toBe('I read a lot');
  await expect(mine.join()).rejects.toMatchObject({ code: 'already_requested' });
  await hers.decide(asked.requestId, 'approve');
  await eventually(async () => expect((await mine.manifest()).name).toBe('Readers'));
  await published(home);
  expect((await all(mine.members())).map(({ agent_id: id, role }) => [id, role])).toEqual([
    ['ada', 'member'],
    ['mod', 'mod'],
  ]);
  await expect(hers.decide(asked.requestId, 'reject')).rejects.toMatchObject({ code: 'not_pending' });
  await expect(mine.decide(asked.requestId, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await mine.leave()).toBe('left');
  await published(home);
  expect((await all(hers.members())).map(({ agent_id: id }) => id)).toEqual(['mod']);
  expect(await hers.member('ada')).toBeUndefined();
});

test('the SDK decides no changed request', async () => {
  const mine = ada.circle('readers');
  const hers = mod.circle('readers');
  const { requestId, objectKey } = await mine.join('as judged');
  await eventually(async () => expect(await all(hers.pendingRequests())).toHaveLength(1));
  const judged = (await all(hers.pendingRequests()))[0]?.requestSha256;
  // The holder of the bucket can change it too, like its author.
  const bytes = new TextEncoder().encode('{"kind":"circle_join_request"}');
  expect(sha256Hex(bytes)).not.toBe(judged);
  await home.open.platform.store.put(objectKey, bytes, { contentType: 'application/json' });
  await expect(hers.decide(requestId, 'approve')).rejects.toMatchObject({ code: 'request_changed' });
  expect(await all(hers.pendingRequests())).toHaveLength(1);
});
