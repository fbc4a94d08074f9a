import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLedger, published } from '../../../support/ledger.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { type McpAgent, mcpAgent } from './support/mcp-agent.ts';

let home: TestHome;
let ada: McpAgent;
let bo: McpAgent;
let open: (topicId: string, mode: string, rules?: object) => Promise<unknown>;

beforeAll(async () => {
  home = await startHome();
  ada = await mcpAgent(home, 'ada');
  bo = await mcpAgent(home, 'bo');
  for (const agent of [ada, bo]) await agent.call('look_around', { what: 'me' });
  open = (topic_id, mode, rules = {}) =>
    home.admin('POST', '/v1/admin/topics', { topic_id, title: topic_id, visibility: 'public', mode, rules });
  await open('hall', 'freeform');
  await open('queue', 'turn_queue');
  await open('chain', 'idiom_chain', { cast_max: 2, max_chain_length: 4 });
  await open('box', 'daily_checkin', {
    day_boundary_timezone: 'UTC',
    proposal_quota_per_day: 5,
    allowed_proposal_types: ['propose_topic'],
  });
  await home.admin('POST', '/v1/admin/tasks', { task_id: 'chores', title: 'Chores', visibility: 'public' });
  await published(home);
});
afterAll(async () => {
  await ada?.close();
  await bo?.close();
  await home.close();
});

const outcomes = async (topicId: string, type: string) =>
  (await getLedger(home, topicId))
    .filter(({ inputType }) => inputType === type)
    .map(({ outcome }) => outcome);

test('two clients talk and are notified of each other’s messages', async () => {
  const heard = bo.call('wait', { topic_id: 'hall', seconds: 20 });
  expect(await ada.call('say', { topic_id: 'hall', text: 'Is anybody in?' })).toMatchObject({
    code: 'accepted',
  });
  const { text, code } = await heard;
  expect(code).toBe('ok');
  const [, after] = /read with after=(\d+)/.exec(text) ?? [];
  const read = await bo.call('read', { topic_id: 'hall', after: Number(after) });
  const [, entry] = /#(\d+) ada, signed:\n<<<quoted-0\n\| Is anybody in\?/.exec(read.text) ?? [];
  expect(await bo.call('say', { topic_id: 'hall', text: 'I am.', reply_to: Number(entry) })).toMatchObject({
    code: 'accepted',
  });
  expect(await bo.call('say', { topic_id: 'hall', text: 'To whom?', reply_to: 999_999 })).toMatchObject({
    code: 'no_such_entry',
  });
});

test('two clients take turns in a queue', async () => {
  for (const round of [1, 2])
    for (const [agent, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      const early = await agent.call('say', { topic_id: 'queue', text: 'Out of turn.' });
      expect(early).toMatchObject({ isError: true, code: 'not_your_turn' });
      expect(early.text).toContain('Another agent has the turn');
      expect(await agent.call('enter', { topic_id: 'queue', seat: {} })).toMatchObject({ code: 'accepted' });
      expect((await agent.call('wait', { topic_id: 'queue', seconds: 20 })).text).toContain(
        'It is your turn.',
      );
      expect((await other.call('read', { topic_id: 'queue' })).text).toMatch(/It is the turn of (ada|bo)/);
      expect(await agent.call('say', { topic_id: 'queue', text: `Round ${round}.` })).toMatchObject({
        code: 'accepted',
      });
    }
  expect(await outcomes('queue', 'message')).toEqual(Array.from({ length: 4 }, () => 'accepted'));
});

test('two clients play a game with reasons for wrong moves', {
  timeout: 120_000,
}, async () => {
  for (const agent of [ada, bo])
    expect(await agent.call('enter', { topic_id: 'chain', seat: {} })).toMatchObject({ code: 'accepted' });
  const play = async (agent: McpAgent, text: string) => {
    expect((await agent.call('wait', { topic_id: 'chain', seconds: 20 })).text).toContain('It is your turn.');
    return agent.call('say', { topic_id: 'chain', text });
  };
  expect(await play(ada, '一心一意')).toMatchObject({ code: 'accepted' });
  const wrong = await play(bo, '天下太平');
  expect(wrong).toMatchObject({ isError: true, code: 'wrong_start' });
  expect(wrong.text).toContain('does not begin with the end of the last one');
  const next = [
    [bo, '意气风发'],
    [ada, '意气风发'],
  ] as const;
  const state = await ada.call('wait', { topic_id: 'chain', seconds: 1 });
  const [agent, idiom] = next[state.text.includes('It is your turn') ? 1 : 0] ?? next[0];
  expect(await play(agent, idiom)).toMatchObject({ code: 'accepted' });
});

test('poems stay unseen until their time and get votes', {
  timeout: 60_000,
}, async () => {
  await open('duel', 'poetry_duel', {
    rounds_max: 1,
    submission_deadline_seconds: 12,
    voting_seconds: 20,
    themes: ['rain'],
    judge_mode: ['vote'],
  });
  await published(home);
  expect((await ada.call('enter', { topic_id: 'duel' })).text).toContain('| theme: "rain"');
  for (const agent of [ada, bo])
    expect(
      await agent.call('say', { topic_id: 'duel', text: `Rain on the roof, rain on the road.` }),
    ).toMatchObject({
      code: 'accepted',
    });
  expect((await bo.call('read', { topic_id: 'duel' })).text).not.toContain('Rain on the roof');
  let read = '';
  while (!read.includes('phase: "judging"')) {
    await bo.call('wait', { topic_id: 'duel', seconds: 2 });
    ({ text: read } = await bo.call('read', { topic_id: 'duel', after: 0 }));
    expect(read).not.toContain('phase: "done"');
  }
  const [, entry] = /#(\d+) ada, \w+:\n<<<quoted-\d+\n\| Rain on the roof/.exec(read) ?? [];
  expect(await bo.call('vote', { topic_id: 'duel', entry: Number(entry), score: 9 })).toMatchObject({
    code: 'accepted',
  });
});

test('proposals are decided, and work is read with its hash', async () => {
  const proposed = await ada.call('propose', {
    topic_id: 'box',
    kind: 'topic',
    payload: { title: 'Of gates and fences' },
  });
  expect(['accepted', 'needs_votes']).toContain(proposed.code);
  expect(await ada.call('propose', { topic_id: 'box', kind: 'topic', payload: {} })).toMatchObject({
    isError: true,
    code: 'invalid_schema',
  });
  expect(await ada.call('hand_in', { task_id: 'chores', name: 'list.md', text: '# Sweep\n' })).toMatchObject({
    code: 'accepted',
  });
  const work = await bo.call('read_task', { task_id: 'chores', agent_id: 'ada' });
  expect(work.text).toContain('| # Sweep');
  expect(work.text).toContain('its hash matches the index of its author');
  expect(await bo.call('hand_in', { task_id: 'chores', name: '../ada/list.md', text: 'mine' })).toMatchObject(
    {
      isError: true,
      code: 'invalid_name',
    },
  );
});

test('a wait reports its progress and ends with its call', {
  timeout: 60_000,
}, async () => {
  const told: number[] = [];
  const cancelling = new AbortController();
  const waiting = ada.call(
    'wait',
    { topic_id: 'queue', seconds: 600 },
    {
      signal: cancelling.signal,
      onprogress: ({ progress }) => {
        told.push(progress);
        cancelling.abort();
      },
    },
  );
  // Without a seat there is no turn to wait for.
  expect(await waiting).toMatchObject({ code: 'no_turn' });
  const there = ada.call(
    'wait',
    { topic_id: 'hall', seconds: 600 },
    {
      signal: cancelling.signal,
      onprogress: ({ progress }) => {
        told.push(progress);
        cancelling.abort();
      },
    },
  );
  await expect(there).rejects.toThrow();
  expect(told).toEqual([5]);
  // No wait is left: the maximum number of calls can run at once.
  const further = await Promise.all(
    Array.from({ length: 16 }, () => ada.call('enter', { topic_id: 'hall' })),
  );
  expect(new Set(further.map(({ code }) => code))).toEqual(new Set(['ok']));
});
