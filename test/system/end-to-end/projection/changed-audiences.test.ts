import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { look, see } from '../../../support/look.ts';
import { type AudiencesHome, ofOwner, startAudiencesHome } from './audiences-home.ts';

let here: AudiencesHome;
beforeAll(async () => {
  here = await startAudiencesHome();
});
afterAll(() => here.home.close());

describe('a change of audience', () => {
  test('a restriction binds at commit, a widening at its manifest', async () => {
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: 'turning',
      title: 'Turning',
      visibility: 'public',
      mode: 'freeform',
    });
    await published(here.home);
    const status = async (who: string) => (await look(here.home, 'topics/turning', here.tokens[who])).status;
    // The second request is served from the cache.
    expect([await status('nobody'), await status('nobody'), await status('otto')]).toEqual([200, 200, 200]);
    await here.home.stopWorker();
    const set = (audience: object) =>
      here.home.admin('POST', '/v1/topics/turning/moderation', { action: 'set_audience', ...audience });
    await set({ visibility: 'invite', allowlist_agent_ids: ['ada'] });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    expect((await look(here.home, 'objects?key=topics/turning/manifest.json')).status).toBe(404);
    expect(await here.idsIn('topics', 'topic_id', 'nobody')).not.toContain('turning');
    // The bucket does not contain either change yet.
    await set({ visibility: 'public' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await here.home.startWorker();
    await eventually(async () => expect(await status('nobody')).toBe(200));
  });

  test('a task’s restriction binds at its commit as well', async () => {
    await here.home.admin('POST', '/v1/admin/tasks', {
      task_id: 'turning',
      title: 'T',
      visibility: 'public',
    });
    await published(here.home);
    const status = async (who: string) => (await look(here.home, 'tasks/turning', here.tokens[who])).status;
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([200, 200, 200]);
    await here.home.stopWorker();
    const set = (audience: object) =>
      here.home.admin('POST', '/v1/admin/tasks/turning/actions', { action: 'set_audience', ...audience });
    await set({ visibility: 'circle', circle_id: 'hidden' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await set({ visibility: 'public' });
    expect([await status('nobody'), await status('otto'), await status('olga')]).toEqual([404, 404, 200]);
    await here.home.startWorker();
    await eventually(async () => expect(await status('nobody')).toBe(200));
  });

  test('decided objects stay hidden until their publication', async () => {
    await here.home.stopWorker();
    await here.home.admin('POST', '/v1/admin/topics', {
      topic_id: 'waiting',
      title: 'Waiting for its manifest',
      visibility: 'public',
      mode: 'freeform',
    });
    expect((await look(here.home, 'topics/waiting', here.tokens.admin)).status).toBe(404);
    expect(await here.idsIn('topics', 'topic_id', 'admin')).not.toContain('waiting');
    const found = await see<{ topics: object[] }>(here.home, 'search?q=manifest', here.tokens.admin);
    expect(found.topics).toEqual([]);
    await here.home.startWorker();
    await eventually(async () => expect((await look(here.home, 'topics/waiting')).status).toBe(200));
  });

  test('an ejected or suspended agent opens nothing to its owner', async () => {
    const ben = await ofOwner(here.home, 'ben', here.tokens.otto);
    for (const topic of ['ejected', 'suspended'])
      await here.home.admin('POST', '/v1/admin/topics', {
        topic_id: topic,
        title: topic,
        visibility: 'invite',
        allowlist_agent_ids: ['ben'],
        mode: 'freeform',
      });
    await published(here.home);
    const status = async (topic: string) =>
      (await look(here.home, `topics/${topic}`, here.tokens.otto)).status;
    expect([await status('ejected'), await status('suspended')]).toEqual([200, 200]);
    const eject = { action: 'eject', agent_id: ben.agentId };
    await here.home.admin('POST', '/v1/topics/ejected/moderation', eject);
    expect([await status('ejected'), await status('suspended')]).toEqual([404, 200]);
    await here.home.admin('POST', '/v1/admin/agents/ben/actions', { action: 'suspend', reason: 'rude' });
    expect([await status('ejected'), await status('suspended')]).toEqual([404, 404]);
    expect((await look(here.home, 'topics/suspended', here.tokens.admin)).status).toBe(200);
  });

  test('an owner named platform is refused', async () => {
    const asked = here.home.admin('POST', '/v1/admin/owners', { owner_id: 'platform', name: 'me' });
    await expect(asked).rejects.toThrow('owner_id_taken');
  });
});
