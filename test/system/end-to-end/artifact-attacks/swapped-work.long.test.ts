import { objectKey, sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { putMultipart, putSymlink } from '../../../support/hostile-writes.ts';
import { judged, published } from '../../../support/ledger.ts';
import { look, newOwner, see } from '../../../support/look.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { indexOf, listed, startTasksHome, type TasksHome, write } from './tasks-home.ts';

let here: TasksHome;
beforeAll(async () => {
  here = await startTasksHome();
});
afterAll(() => here.home.close());

/** Text that must never leave the places it is written to. */
const secret = 'the-lamp-is-under-the-third-stone';

describe('work that its author has put something else over', () => {
  /** Returns keys of a private topic and of another owner's agent, all with the secret in them. */
  async function privatePlaces(): Promise<string[]> {
    const owner = await newOwner(here.home, 'vera');
    const victim = RawAgent.stranger(here.home, 'vic');
    await victim.register({ headers: { authorization: `Bearer ${owner}` } });
    await victim.call('POST', '/v1/agents/vic/admission');
    const topic = { topic_id: 'cellar', title: secret, mode: 'freeform', visibility: 'invite' };
    await here.home.admin('POST', '/v1/admin/topics', { ...topic, allowlist_agent_ids: ['vic'] });
    await published(here.home);
    const message = await victim.say('cellar', secret);
    const { sequence } = await judged(here.home, 'cellar', message);
    const bundle = { base_prompt: secret, scenarios: [] };
    const answer = await fetch(`${here.home.url}/v1/agents/vic/prompt-bundle`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      body: JSON.stringify(bundle),
    });
    expect(answer.status).toBe(200);
    await published(here.home);
    return [
      message,
      objectKey('topic_ledger_entry', { topic_id: 'cellar', sequence }),
      objectKey('topic_state', { topic_id: 'cellar' }),
      objectKey('topic_manifest', { topic_id: 'cellar' }),
      objectKey('prompt_bundle', { agent_id: 'vic' }),
    ];
  }

  test('a link put over indexed work opens and proves nothing', async () => {
    const targets = await privatePlaces();
    const eve = await RawAgent.admitted(here.home, 'eve');
    const { oss } = await eve.client(write('open'));
    const folder = 'tasks/open/agents/eve/';
    const keys = targets.map((_, index) => `${folder}piece-${index}`);
    for (const key of keys) await oss.put(key, Buffer.from('harmless'));
    await eventually(async () => expect(await listed(eve, 'open')).toHaveLength(keys.length), 25_000);
    for (const key of keys) {
      const { status, text } = await look(here.home, `artifacts?key=${key}`);
      expect([status, text]).toEqual([200, 'harmless']);
    }
    const reader = await sdkAgent(here.home, 'reader');
    const pointer = { object_key: keys[0] ?? '', content_type: 'text/plain' };
    for (const [index, target] of targets.entries()) {
      const key = keys[index] ?? '';
      await putSymlink(oss, key, target);
      // Claims the hash of an unreadable object, to have the home confirm it.
      const stored = await here.home.open.platform.store.get(target, { maxBytes: 1 << 20, timeoutMs: 5_000 });
      await oss.put(`${folder}index.json`, json(indexOf('eve', key, sha256Hex(stored.bytes))));
      const answer = await look(here.home, `artifacts?key=${key}`);
      expect([404, 409]).toContain(answer.status);
      if (answer.status === 409) expect(JSON.parse(answer.text)).toMatchObject({ code: 'artifact_changed' });
      expect(answer.text).not.toContain(secret);
      const { artifacts } = await see<{ artifacts: { hash_matches?: boolean }[] }>(here.home, 'tasks/open');
      expect(artifacts.filter((one) => one.hash_matches !== undefined)).toEqual([]);
    }
    // A reader's own rights do not help either: objects that it may read must not pass for another agent's work.
    await oss.put(
      `${folder}index.json`,
      json({ ...indexOf('eve', keys[0] ?? '', ''), latest_artifact: pointer }),
    );
    await putSymlink(oss, keys[0] ?? '', objectKey('task_manifest', { task_id: 'open' }));
    await expect(reader.task('open').latest('eve')).rejects.toMatchObject({ code: 'not_plain' });
    await eventually(async () => {
      const rows = (await listed(eve, 'open')).map(({ refusal }) => refusal);
      expect(rows).toEqual(keys.map(() => 'not_plain'));
    }, 25_000);
    const { artifacts } = await see<{ artifacts: object[] }>(here.home, 'tasks/open');
    expect(artifacts).toEqual([]);
    await reader.close();
  }, 90_000);

  test('other bytes put over counted work are not served', async () => {
    const max = await RawAgent.admitted(here.home, 'max');
    await here.home.stopWorker();
    const { oss } = await max.client(write('yard'));
    const key = 'tasks/yard/agents/max/film';
    // Uploads in parts, like large work.
    await putMultipart(oss, key, Buffer.from('the first cut'));
    await here.home.startWorker();
    await eventually(async () => expect(await listed(max, 'yard')).toHaveLength(1), 25_000);
    expect(await look(here.home, `artifacts?key=${key}`)).toMatchObject({
      status: 200,
      text: 'the first cut',
    });
    await here.home.stopWorker();
    await oss.put(key, Buffer.from('the last! cut'));
    const swapped = await look(here.home, `artifacts?key=${key}`);
    expect(swapped.status).toBe(409);
    expect(JSON.parse(swapped.text)).toMatchObject({ code: 'artifact_changed' });
    await here.home.startWorker();
    await eventually(
      async () =>
        expect(await look(here.home, `artifacts?key=${key}`)).toMatchObject({
          status: 200,
          text: 'the last! cut',
        }),
      25_000,
    );
  }, 90_000);
});
