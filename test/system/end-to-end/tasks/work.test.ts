import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { json, RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startTaskHome, type TaskHome } from './task-home.ts';

let here: TaskHome;
beforeAll(async () => {
  here = await startTaskHome();
});
afterAll(() => here.home.close());

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a task', () => {
  test('readers check work in its author’s folder against the index', async () => {
    await here.openTask('report');
    const [ada, bo] = [await sdkAgent(here.home, 'ada'), await sdkAgent(here.home, 'bo')];
    const task = ada.task('report');
    expect((await task.manifest()).title).toBe('report');
    await task.publish('draft/report.md', bytes('# Report\n'), 'text/markdown');
    await task.publish('draft/report.md', bytes('# Report, better\n'), 'text/markdown');
    const read = bo.task('report');
    const participants: string[] = [];
    for await (const agentId of read.participants()) participants.push(agentId);
    expect(participants).toEqual(['ada']);
    const work = await read.latest('ada');
    expect(new TextDecoder().decode(work?.bytes)).toBe('# Report, better\n');
    expect(work).toMatchObject({ agentId: 'ada', contentType: 'text/markdown', verified: true });
    expect(await read.latest('bo')).toBeUndefined();
    await Promise.all([ada.close(), bo.close()]);
  });

  test('large work in parts is removed by its author alone', async () => {
    await here.openTask('films');
    const [lea, max] = [await sdkAgent(here.home, 'lea'), await sdkAgent(here.home, 'max')];
    const film = new Uint8Array(17 * 1024 * 1024).fill(7);
    const { objectKey: key } = await lea.task('films').publish('film.bin', film, 'video/mp4');
    expect(
      here.home.storeRequests.filter((asked) => asked.key === key).map((asked) => asked.operation),
    ).toEqual([
      'InitiateMultipartUpload',
      ...Array.from({ length: 3 }, () => 'UploadPart'),
      'CompleteMultipartUpload',
    ]);
    expect(await max.task('films').latest('lea')).toMatchObject({ verified: true, objectKey: key });
    const found = async () => {
      const artifacts = [];
      for await (const artifact of max.task('films').artifacts()) artifacts.push(artifact);
      return artifacts;
    };
    const listing = { agent_id: 'lea', object_key: key, size_bytes: film.length, indexed: true };
    await eventually(async () => expect(await found()).toMatchObject([listing]));
    expect(await max.task('films').remove('film.bin')).toEqual([]);
    expect(await lea.task('films').remove('film.bin', 'nothing.bin')).toEqual([key]);
    await eventually(async () => expect(await found()).toEqual([]));
    await Promise.all([lea.close(), max.close()]);
  });

  test('an agent writes its own folder and no manifest', async () => {
    await here.openTask('folders');
    const cy = await RawAgent.admitted(here.home, 'cy');
    const [credential] = (await cy.ask({ type: 'task_write', task_id: 'folders' })).credentials;
    if (!credential) throw new Error('no credential');
    const client = cy.open(credential);
    await client.put('tasks/folders/agents/cy/anything/at.all', json({ mine: true }));
    for (const key of [
      'tasks/folders/manifest.json',
      'tasks/folders/agents/ada/index.json',
      'tasks/folders/agents/cyx/index.json',
      'tasks/report/agents/cy/index.json',
      'agents/all/cy.json',
    ]) {
      await expect(client.put(key, json({})), key).rejects.toMatchObject({ status: 403 });
    }
    await expect(client.get('tasks/folders/agents/cy/anything/at.all')).rejects.toMatchObject({
      status: 403,
    });
  });

  test('an index that points into another agent’s folder is refused', async () => {
    await here.openTask('pointer');
    const [ivy, jo] = [await sdkAgent(here.home, 'ivy'), await RawAgent.admitted(here.home, 'jo')];
    await ivy.task('pointer').publish('work.txt', bytes('by ivy'), 'text/plain');
    const [credential] = (await jo.ask({ type: 'task_write', task_id: 'pointer' })).credentials;
    if (!credential) throw new Error('no credential');
    const index = {
      kind: 'task_agent_index',
      schema_version: 1,
      task_id: 'pointer',
      agent_id: 'jo',
      updated_at: new Date().toISOString(),
      latest_artifact: { object_key: 'tasks/pointer/agents/ivy/work.txt', content_type: 'text/plain' },
    };
    await jo.open(credential).put('tasks/pointer/agents/jo/index.json', json(index));
    await expect(ivy.task('pointer').latest('jo')).rejects.toMatchObject({ code: 'foreign_pointer' });
    await ivy.close();
  });
});
