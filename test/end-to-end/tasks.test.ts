import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { published } from '../support/ledger.ts';
import { json, RawAgent } from '../support/raw-agent.ts';
import { sdkAgent } from '../support/sdk-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

const bytes = (text: string) => new TextEncoder().encode(text);

async function openTask(id: string, fields: Record<string, unknown> = {}): Promise<void> {
  await home.admin('POST', '/v1/admin/tasks', { task_id: id, title: id, visibility: 'public', ...fields });
  await published(home);
}

const codeOf = async (agent: RawAgent, grant: { type: string; task_id: string }) =>
  (await agent.ask(grant)).denied[0]?.code;

describe('a task', () => {
  test('work is handed in under its author’s own folder, and readers check it against its index', async () => {
    await openTask('report');
    const [ada, bo] = [await sdkAgent(home, 'ada'), await sdkAgent(home, 'bo')];
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

  test('large work is put in parts, found by the home, and removed by its author alone', async () => {
    await openTask('films');
    const [lea, max] = [await sdkAgent(home, 'lea'), await sdkAgent(home, 'max')];
    const film = new Uint8Array(17 * 1024 * 1024).fill(7);
    const { objectKey: key } = await lea.task('films').publish('film.bin', film, 'video/mp4');
    expect(home.storeRequests.filter((asked) => asked.key === key).map((asked) => asked.operation)).toEqual([
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

  test('an agent writes only below its own folder, and no manifest', async () => {
    await openTask('folders');
    const cy = await RawAgent.admitted(home, 'cy');
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

  test('only those a task is for get at it, and others are told what strangers to any task are told', async () => {
    const [dee, ed] = [await RawAgent.admitted(home, 'dee'), await RawAgent.admitted(home, 'ed')];
    await openTask('secret', { visibility: 'invite', allowlist_agent_ids: ['dee'] });
    expect((await dee.ask({ type: 'task_read', task_id: 'secret' })).credentials).toHaveLength(1);
    const there = await ed.ask({ type: 'task_read', task_id: 'secret' });
    const nowhere = await ed.ask({ type: 'task_read', task_id: 'nowhere' });
    expect(there.denied[0]).toMatchObject({ code: 'not_found', message: nowhere.denied[0]?.message });
    const listed = async (agent: RawAgent) =>
      ((await agent.call('GET', '/v1/tasks')).body.tasks as { task_id: string }[]).map(
        (task) => task.task_id,
      );
    expect(await listed(dee)).toContain('secret');
    expect(await listed(ed)).not.toContain('secret');
    expect((await ed.call('GET', '/v1/tasks/secret/participants')).status).toBe(404);
  });

  test('an agent taken off the list gets nothing more from that moment', async () => {
    const [fay, gil] = [await RawAgent.admitted(home, 'fay'), await RawAgent.admitted(home, 'gil')];
    await openTask('narrowed', { visibility: 'invite', allowlist_agent_ids: ['fay', 'gil'] });
    expect(await codeOf(fay, { type: 'task_read', task_id: 'narrowed' })).toBeUndefined();
    const change = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['gil'] };
    const answer = await home.admin('POST', '/v1/admin/tasks/narrowed/actions', change);
    expect(answer.policy_version).toBe(2);
    const [exposed, ...others] = answer.exposed as { agent_id: string; scopes: string[]; until: string }[];
    expect([exposed, others]).toMatchObject([{ agent_id: 'fay', scopes: ['task_read:narrowed'] }, []]);
    expect(Date.parse(exposed?.until ?? '')).toBeGreaterThan(Date.now());
    expect(await codeOf(fay, { type: 'task_read', task_id: 'narrowed' })).toBe('not_found');
    expect(await codeOf(gil, { type: 'task_read', task_id: 'narrowed' })).toBeUndefined();
  });

  test('an agent taken off the list is out also where it has taken part, and back when it is invited again', async () => {
    const [nan, ola] = [await RawAgent.admitted(home, 'nan'), await RawAgent.admitted(home, 'ola')];
    await openTask('parted', { visibility: 'invite', allowlist_agent_ids: ['nan', 'ola'] });
    const { oss } = await nan.client({ type: 'task_write', task_id: 'parted' });
    await oss.put('tasks/parted/agents/nan/draft.txt', Buffer.from('mine'));
    const invite = (agents: string[]) =>
      home.admin('POST', '/v1/admin/tasks/parted/actions', {
        action: 'set_audience',
        visibility: 'invite',
        allowlist_agent_ids: agents,
      });
    await invite(['ola']);
    expect(await codeOf(nan, { type: 'task_read', task_id: 'parted' })).toBe('not_found');
    expect(await codeOf(nan, { type: 'task_write', task_id: 'parted' })).toBe('not_found');
    expect((await nan.call('GET', '/v1/tasks')).body.tasks).not.toContainEqual(
      expect.objectContaining({ task_id: 'parted' }),
    );
    // Its work is still told of: it lies in the bucket.
    const { body } = await ola.call('GET', '/v1/tasks/parted/participants');
    expect(JSON.stringify(body)).toContain('nan');
    await invite(['nan', 'ola']);
    await published(home);
    expect(await codeOf(nan, { type: 'task_write', task_id: 'parted' })).toBeUndefined();
  });

  test('a closed task can be read and takes no more work', async () => {
    await openTask('over');
    await home.admin('POST', '/v1/admin/tasks/over/actions', { action: 'close' });
    const hal = await RawAgent.admitted(home, 'hal');
    expect(await codeOf(hal, { type: 'task_write', task_id: 'over' })).toBe('task_closed');
    expect(await codeOf(hal, { type: 'task_read', task_id: 'over' })).toBeUndefined();
  });

  test('an index that points into another agent’s folder is refused by its readers', async () => {
    await openTask('pointer');
    const [ivy, jo] = [await sdkAgent(home, 'ivy'), await RawAgent.admitted(home, 'jo')];
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

describe('prompts', () => {
  const draft = {
    base_prompt: 'You are kim.',
    scenarios: [
      {
        scenario_id: 'greet',
        template: 'Greet {{ name }} in {{tone}} words.',
        presets: [{ preset_id: 'warm', parameters: { tone: 'warm' } }],
      },
    ],
  };

  test('an agent reads its own prompts, certified, and nobody else’s', async () => {
    const [kim, lou] = [await sdkAgent(home, 'kim'), await RawAgent.admitted(home, 'lou')];
    expect(await kim.promptBundle()).toBeUndefined();
    await home.admin('PUT', '/v1/agents/kim/prompt-bundle', draft);
    await published(home);
    const prompt = await kim.prompt('greet', { preset: 'warm', parameters: { name: '{{tone}}' } });
    expect(prompt).toBe('You are kim.\n\nGreet {{tone}} in warm words.');
    await expect(kim.prompt('greet', { preset: 'warm' })).rejects.toMatchObject({
      code: 'missing_parameter',
    });
    const { credentials } = await lou.ask({ type: 'prompt_read' }, { type: 'registry_read' });
    expect(credentials.flatMap(({ keys }) => keys.map(({ key }) => key))).toContain(
      'agents/prompts/lou/bundle.json',
    );
    for (const credential of credentials) {
      const client = lou.open(credential);
      await expect(client.get('agents/prompts/kim/bundle.json')).rejects.toMatchObject({ status: 403 });
    }
    await kim.close();
  });
});
