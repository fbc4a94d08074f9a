import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { getCode, startTaskHome, type TaskHome } from './task-home.ts';

let here: TaskHome;
beforeAll(async () => {
  here = await startTaskHome();
});
afterAll(() => here.home.close());

describe('a task', () => {
  test('an excluded agent gets the answer of a missing task', async () => {
    const [dee, ed] = [await RawAgent.admitted(here.home, 'dee'), await RawAgent.admitted(here.home, 'ed')];
    await here.openTask('secret', { visibility: 'invite', allowlist_agent_ids: ['dee'] });
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

  test('an agent removed from the list gets nothing more', async () => {
    const [fay, gil] = [await RawAgent.admitted(here.home, 'fay'), await RawAgent.admitted(here.home, 'gil')];
    await here.openTask('narrowed', { visibility: 'invite', allowlist_agent_ids: ['fay', 'gil'] });
    expect(await getCode(fay, { type: 'task_read', task_id: 'narrowed' })).toBeUndefined();
    const change = { action: 'set_audience', visibility: 'invite', allowlist_agent_ids: ['gil'] };
    const answer = await here.home.admin('POST', '/v1/admin/tasks/narrowed/actions', change);
    expect(answer.policy_version).toBe(2);
    const [exposed, ...others] = answer.exposed as { agent_id: string; scopes: string[]; until: string }[];
    expect([exposed, others]).toMatchObject([{ agent_id: 'fay', scopes: ['task_read:narrowed'] }, []]);
    expect(Date.parse(exposed?.until ?? '')).toBeGreaterThan(Date.now());
    expect(await getCode(fay, { type: 'task_read', task_id: 'narrowed' })).toBe('not_found');
    expect(await getCode(gil, { type: 'task_read', task_id: 'narrowed' })).toBeUndefined();
  });

  test('a removed agent is out until it is invited again', async () => {
    const [nan, ola] = [await RawAgent.admitted(here.home, 'nan'), await RawAgent.admitted(here.home, 'ola')];
    await here.openTask('parted', { visibility: 'invite', allowlist_agent_ids: ['nan', 'ola'] });
    const { oss } = await nan.client({ type: 'task_write', task_id: 'parted' });
    await oss.put('tasks/parted/agents/nan/draft.txt', Buffer.from('mine'));
    const invite = (agents: string[]) =>
      here.home.admin('POST', '/v1/admin/tasks/parted/actions', {
        action: 'set_audience',
        visibility: 'invite',
        allowlist_agent_ids: agents,
      });
    await invite(['ola']);
    expect(await getCode(nan, { type: 'task_read', task_id: 'parted' })).toBe('not_found');
    expect(await getCode(nan, { type: 'task_write', task_id: 'parted' })).toBe('not_found');
    expect((await nan.call('GET', '/v1/tasks')).body.tasks).not.toContainEqual(
      expect.objectContaining({ task_id: 'parted' }),
    );
    // Its work is still listed, since it is in the bucket.
    const { body } = await ola.call('GET', '/v1/tasks/parted/participants');
    expect(JSON.stringify(body)).toContain('nan');
    await invite(['nan', 'ola']);
    await published(here.home);
    expect(await getCode(nan, { type: 'task_write', task_id: 'parted' })).toBeUndefined();
  });

  test('a closed task is readable and accepts no work', async () => {
    await here.openTask('over');
    await here.home.admin('POST', '/v1/admin/tasks/over/actions', { action: 'close' });
    const hal = await RawAgent.admitted(here.home, 'hal');
    expect(await getCode(hal, { type: 'task_write', task_id: 'over' })).toBe('task_closed');
    expect(await getCode(hal, { type: 'task_read', task_id: 'over' })).toBeUndefined();
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

  test('an agent reads its own certified prompts and no others', async () => {
    const [kim, lou] = [await sdkAgent(here.home, 'kim'), await RawAgent.admitted(here.home, 'lou')];
    expect(await kim.promptBundle()).toBeUndefined();
    await here.home.admin('PUT', '/v1/agents/kim/prompt-bundle', draft);
    await published(here.home);
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
