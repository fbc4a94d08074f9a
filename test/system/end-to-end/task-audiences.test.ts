import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../support/ledger.ts';
import { RawAgent, refusal } from '../../support/raw-agent.ts';
import { readCertified } from '../../support/read-certified.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home?.close());

async function openTask(taskId: string, audience: object): Promise<string> {
  await home.admin('POST', '/v1/admin/tasks', { task_id: taskId, title: taskId, ...audience });
  await published(home);
  return `tasks/${taskId}/manifest.json`;
}

const reading = (taskId: string) => ({ type: 'task_read', task_id: taskId });

describe('audiences of tasks', () => {
  test('an admitted agent reads a public task and nothing else', async () => {
    const manifest = await openTask('open-work', { visibility: 'public' });
    await openTask('open-work-2', { visibility: 'public' });
    const ada = await RawAgent.admitted(home, 'ada');
    const { oss } = await ada.client(reading('open-work'));
    expect((await oss.get(manifest)).res.status).toBe(200);
    const listed = await oss.listV2({ prefix: 'tasks/open-work/', 'max-keys': '10' }, {});
    expect(listed.objects.map(({ name }) => name)).toEqual([manifest]);
    // A task whose id starts with the same letters stays hidden.
    expect(await refusal(oss.get('tasks/open-work-2/manifest.json'))).toBe('AccessDenied');
    for (const prefix of ['', 'tasks/', 'tasks/open-work', 'tasks/open-work-2/'])
      expect(await refusal(oss.listV2({ prefix, 'max-keys': '10' }, {})), prefix).toBe('AccessDenied');
  });

  test('a task of a circle is for its current members', async () => {
    const [bo, cy] = [await RawAgent.admitted(home, 'bo'), await RawAgent.admitted(home, 'cy')];
    await home.admin('POST', '/v1/admin/circles', {
      circle_id: 'menders',
      name: 'Menders',
      membership_mode: 'invite',
      members: [{ agent_id: 'bo' }],
    });
    const manifest = await openTask('mend-it', { visibility: 'circle', circle_id: 'menders' });
    const { oss } = await bo.client(reading('mend-it'));
    expect((await oss.get(manifest)).res.status).toBe(200);

    expect((await cy.ask(reading('mend-it'))).denied).toMatchObject([{ code: 'not_found' }]);
    // Uses all its credentials, its own keys in another task included.
    await openTask('elsewhere', { visibility: 'public' });
    const held = await cy.ask({ type: 'registry_read' }, reading('elsewhere'), {
      type: 'task_write',
      task_id: 'elsewhere',
    });
    expect(held.credentials.length).toBeGreaterThan(1);
    for (const credential of held.credentials) {
      expect(await refusal(cy.open(credential).get(manifest))).toBe('AccessDenied');
      const list = cy.open(credential).listV2({ prefix: 'tasks/mend-it/', 'max-keys': '10' }, {});
      expect(await refusal(list)).toBe('AccessDenied');
    }

    await home.admin('POST', '/v1/admin/circles/menders/actions', {
      action: 'remove_member',
      agent_id: 'bo',
    });
    expect((await bo.ask(reading('mend-it'))).denied).toMatchObject([{ code: 'not_found' }]);
  });

  test('credentials follow what the certified manifest of a task says', async () => {
    const [di, ed] = [await RawAgent.admitted(home, 'di'), await RawAgent.admitted(home, 'ed')];
    const manifest = await openTask('by-name', { visibility: 'invite', allowlist_agent_ids: ['di'] });
    const read = async (agent: RawAgent) => {
      const { oss } = await agent.client(reading('by-name'));
      const registry = await agent.client({ type: 'registry_read' });
      expect((await oss.get(manifest)).res.status).toBe(200);
      return (await readCertified(home, joined(oss, registry.oss), 'task_manifest', manifest)).object;
    };
    const before = await read(di);
    expect(before).toMatchObject({ visibility: 'invite', allowlist_agent_ids: ['di'], policy_version: 1 });
    expect((await ed.ask(reading('by-name'))).credentials).toEqual([]);

    const change = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['ed'] };
    await home.admin('POST', '/v1/admin/tasks/by-name/actions', change);
    await published(home);
    const after = await read(ed);
    expect(after).toMatchObject({
      allowlist_agent_ids: ['ed'],
      policy_version: 2,
      owner_id: before.owner_id,
    });
    expect((await di.ask(reading('by-name'))).credentials).toEqual([]);
  });
});

type Client = Awaited<ReturnType<RawAgent['client']>>['oss'];

/** Combines two clients as the home issues credentials: one for the task, one for the platform's keys. */
function joined(task: Client, registry: Client): Client {
  return { get: (key: string) => (key.startsWith('tasks/') ? task : registry).get(key) } as unknown as Client;
}
