import { tables } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { readFeed } from '../../../support/feed.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { openSmqPusher } from '../../../support/smq-pusher.ts';
import { startTaskHome, type TaskHome } from './task-home.ts';

let here: TaskHome;
let watcher: RawAgent;
beforeAll(async () => {
  here = await startTaskHome();
  watcher = await RawAgent.admitted(here.home, 'watcher');
});
afterAll(() => here.home.close());

async function openTask(taskId: string): Promise<void> {
  await here.openTask(taskId);
  await watcher.call('PUT', `/v1/tasks/${taskId}/follow`);
}

async function told(taskId: string): Promise<[string, string | null][]> {
  const { events } = await readFeed(watcher);
  return (events as ((typeof events)[number] & { task_id: string | null })[])
    .filter((event) => event.task_id === taskId)
    .map((event) => [event.event_type, event.object_key]);
}

/** Simulates a used-up limit of a minute, for longer than this test runs. */
const useUp = (subject: string) =>
  run(sql`insert into allowances (subject, minute, taken)
    values (${subject}, date_trunc('minute', now() + interval '10 minutes'), 1000)`);

const run = (statement: ReturnType<typeof sql>) => here.home.open.platform.database.execute(statement);

describe('events of work', () => {
  test('followers receive only verified task changes', async () => {
    await openTask('hints');
    const ada = await RawAgent.admitted(here.home, 'ada');
    const { oss } = await ada.client({ type: 'task_write', task_id: 'hints' });
    const folder = 'tasks/hints/agents/ada';
    await oss.put(`${folder}/real.txt`, Buffer.from('real'));
    await oss.putSymlink(`${folder}/index.json`, 'platform/policy.json', {});
    const push = await openSmqPusher(here.home);
    await push([
      { key: `${folder}/made-up.txt` },
      { key: `${folder}/real.txt`, name: 'ObjectRemoved:DeleteObject' },
      { key: 'tasks/hints/agents/watcher/index.json' },
    ]);
    await eventually(async () =>
      expect(await told('hints')).toEqual([['task.artifact_added', `${folder}/real.txt`]]),
    );
    const { body } = await ada.call('GET', '/v1/tasks/hints/artifacts');
    expect(body.artifacts).toHaveLength(1);
  });

  test('a burst of changes is one event', async () => {
    await openTask('flood');
    const bo = await RawAgent.admitted(here.home, 'bo');
    const { oss } = await bo.client({ type: 'task_write', task_id: 'flood' });
    const put = (name: string) => oss.put(`tasks/flood/agents/bo/${name}`, Buffer.from(name));
    await useUp('task events of agent bo');
    await put('first.txt');
    await eventually(async () => {
      const [row] = await run(sql`select is_untold from task_usage where agent_id = 'bo'`);
      expect(row).toEqual({ is_untold: true });
    });
    expect(await told('flood')).toEqual([]);
    await run(sql`update allowances set minute = minute - interval '1 hour'`);
    await run(sql`update task_usage set due_at = now() where agent_id = 'bo'`);
    await eventually(async () => expect(await told('flood')).toEqual([['task.work_changed', null]]));
    await here.home.stopWorker();
    for (let piece = 0; piece < 12; piece++) await put(`piece-${piece}.txt`);
    await here.home.startWorker();
    await run(sql`update task_usage set due_at = now() where agent_id = 'bo'`);
    await eventually(async () =>
      expect(await told('flood')).toEqual([
        ['task.work_changed', null],
        ['task.work_changed', null],
      ]),
    );
  });

  test('one agent or owner cannot flood the event table', async () => {
    await openTask('torrent');
    const [cy, di] = [await RawAgent.admitted(here.home, 'cy'), await RawAgent.admitted(here.home, 'di')];
    for (const agent of [cy, di]) await agent.client({ type: 'task_write', task_id: 'torrent' });
    const push = await openSmqPusher(here.home);
    const flood = async (agentId: string, events: number) => {
      for (let sent = 0; sent < events; sent += 100)
        await push(
          Array.from({ length: Math.min(100, events - sent) }, (_, n) => ({
            key: `tasks/torrent/agents/${agentId}/${sent + n}\u0000.txt`,
          })),
        );
    };
    const recorded = (agentId: string) =>
      here.home.open.platform.database.$count(
        tables.storeEvents,
        sql`${tables.storeEvents.objectKey} like ${`%torrent%agents%${agentId}%`}`,
      );
    await flood('cy', 700);
    // At most the events of one minute, or of two if one ended meanwhile.
    expect(await recorded('cy')).toBeGreaterThan(0);
    expect(await recorded('cy')).toBeLessThanOrEqual(240);
    const names = await run(
      sql`select object_key from store_events where object_key like '%torrent%agents%cy%' limit 1`,
    );
    expect(names).toEqual([{ object_key: expect.stringMatching(/^raw:tasks%2F.*%00\.txt$/) }]);
    await flood('di', 10);
    expect(await recorded('di')).toBe(10);
    await run(sql`insert into owners (owner_id, name) values ('olga', 'Olga')`);
    await run(sql`update agents set owner_id = 'olga' where agent_id = 'di'`);
    await useUp('store events of owner olga');
    await flood('di', 10);
    expect(await recorded('di')).toBe(10);
    // An event that is not recorded still makes the usage due.
    const [row] = await run(sql`select due_at is not null as due from task_usage where agent_id = 'di'`);
    expect(row).toEqual({ due: true });
  });
});
