import { tables } from '@agent-home/platform/database';
import { sha256Hex } from '@agent-home/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { see } from '../../../support/look.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { indexOf, startTasksHome, type TasksHome, write } from './tasks-home.ts';

let here: TasksHome;
beforeAll(async () => {
  here = await startTasksHome();
});
afterAll(() => here.home.close());

describe('a view of a task', () => {
  test('a task’s view reads a limited number of indexes', async () => {
    const { database } = here.home.open.platform;
    await here.home.admin('POST', '/v1/admin/tasks', {
      task_id: 'fair',
      title: 'fair',
      visibility: 'public',
    });
    await published(here.home);
    const { oss } = await (await RawAgent.admitted(here.home, 'kim')).client(write('fair'));
    await oss.put('tasks/fair/agents/kim/index.json', json({}));
    const folder = (name: string) => `tasks/fair/agents/${name}/`;
    const names = Array.from({ length: 80 }, (_, index) => `crowd-${index}`);
    await database.insert(tables.taskArtifacts).values(
      names.flatMap((agentId) =>
        ['index.json', 'work'].map((file) => ({
          objectKey: folder(agentId) + file,
          taskId: 'fair',
          agentId,
          size: 2,
          etag: 'not-the-one',
          modifiedAt: new Date(),
        })),
      ),
    );
    const reads = () =>
      here.home.storeRequests.filter(
        ({ operation, key }) => operation === 'GetObject' && key?.startsWith('tasks/fair/agents/'),
      ).length;
    const { artifacts } = await see<{ artifacts: object[] }>(here.home, 'tasks/fair');
    expect(artifacts).toHaveLength(80);
    expect(reads()).toBe(50);

    await here.home.admin('POST', '/v1/admin/tasks', {
      task_id: 'booth',
      title: 'booth',
      visibility: 'public',
    });
    await published(here.home);
    const lee = await RawAgent.admitted(here.home, 'lee');
    const own = await lee.client(write('booth'));
    const key = 'tasks/booth/agents/lee/work';
    await own.oss.put(key, Buffer.from('work'));
    const index = { ...indexOf('lee', key, sha256Hex(Buffer.from('work'))), task_id: 'booth' };
    await own.oss.put('tasks/booth/agents/lee/index.json', json(index));
    const look = async () =>
      (await see<{ artifacts: { hash_matches?: boolean }[] }>(here.home, 'tasks/booth')).artifacts[0]
        ?.hash_matches;
    await eventually(async () => expect(await look()).toBe(true), 25_000);
    const before = here.home.storeRequests.length;
    expect(await look()).toBe(true);
    const asked = here.home.storeRequests
      .slice(before)
      .filter(({ key: at }) => at?.startsWith('tasks/booth/agents/'));
    expect(asked.filter(({ operation }) => operation === 'GetObject')).toEqual([]);
  }, 60_000);
});
