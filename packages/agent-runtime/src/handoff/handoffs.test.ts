import { describe, expect, test } from 'vitest';
import { createTool, playRun } from '../testing/play-run.ts';
import { getMember, handoffsTo } from '../testing/teams.ts';

const handing = (to: string, payload: object = { reason: 'it is yours' }) => ({
  calls: [{ name: `handoff_to_${to}`, arguments: payload }],
});
const analyst = { agent: 'analyst', ...handoffsTo('fixer') };
const fixer = getMember('fixer', handoffsTo('reviewer'));
const reviewer = getMember('reviewer', { tools: [] });
const collectTypes = (records: readonly { type: string }[]) => records.map(({ type }) => type);

describe('handing over', () => {
  test('each agent of a chain continues, and the last answers', () => {
    const { state, records, requests } = playRun({
      started: analyst,
      team: { fixer, reviewer },
      answers: [
        handing('fixer', { reason: 'a bug', context: { file: 'a.ts' } }),
        handing('reviewer'),
        { content: 'Approved.' },
      ],
      message: { text: 'Fix the bug.' },
    });
    expect(state.ended).toMatchObject({ status: 'answered', answer: 'Approved.' });
    expect(state.ended?.usage).toMatchObject({ input_tokens: 3, tool_calls: 2, rounds: 3 });
    expect(requests.map(({ system }) => system)).toEqual([
      'You are careful.',
      'You are fixer.',
      'You are reviewer.',
    ]);
    const hops = records.filter(({ type }) => type === 'handoff.requested').map(({ data }) => data);
    expect(hops).toMatchObject([
      { from: 'analyst', to: 'fixer', reason: 'a bug', depth: 1 },
      { from: 'fixer', to: 'reviewer', depth: 2 },
    ]);
    expect(collectTypes(records).filter((type) => type === 'kairo.intent.ended')).toHaveLength(3);
  });

  test('passes the payload to the other agent and nothing else', () => {
    const { requests } = playRun({
      started: { ...analyst, context: [{ role: 'user', content: 'MARK-before' }] },
      team: { fixer: getMember('fixer') },
      answers: [
        { content: 'MARK-thought', ...handing('fixer', { reason: 'passed on' }) },
        { content: 'Done.' },
      ],
      message: { text: 'MARK-asked' },
    });
    const told = JSON.stringify(requests[1]);
    expect(told).toContain('passed on');
    expect(told).not.toContain('MARK');
  });

  test('calls behind a handoff are not made', () => {
    const { invoked } = playRun({
      started: { ...analyst, tools: [...analyst.tools, createTool()] },
      team: { fixer: getMember('fixer') },
      answers: [{ calls: [...handing('fixer').calls, { name: 'read_file' }] }, { content: 'Done.' }],
    });
    expect(invoked).toEqual([]);
  });

  test('a returning agent keeps its memory and pinned settings', () => {
    const back = getMember('fixer', handoffsTo('analyst'));
    const { requests, records } = playRun({
      started: analyst,
      team: { fixer: back },
      answers: [handing('fixer'), handing('analyst', { reason: 'look again' }), { content: 'Yes.' }],
      message: { text: 'Is it right?' },
    });
    expect(JSON.stringify(requests[2]?.messages)).toContain('Is it right?');
    expect(records.find(({ type }) => type === 'run.leg_resumed')?.data).toMatchObject({
      leg: 2,
      agent: 'analyst',
      pinned_in: 0,
    });
  });

  test('words of others in one leg taint those that follow', () => {
    const { records } = playRun({
      started: analyst,
      team: { fixer: getMember('fixer', { tools: [createTool({ name: 'write_file', risk: 'low' })] }) },
      answers: [handing('fixer'), { calls: [{ name: 'write_file' }] }, { content: 'No.' }],
      message: { text: 'Do it.', tainted: true },
    });
    const decided = records.filter(({ data }) => data.tool === 'write_file' && data.action === 'tool.call');
    expect(decided[0]?.data).toMatchObject({ effect: 'confirm', tainted: true });
  });
});

describe('refused handoffs', () => {
  const refused = (records: readonly { type: string; data: object }[]) =>
    records.filter(({ type }) => type === 'handoff.refused').map(({ data }) => data);

  test('reports an unmet condition, and the agent continues', () => {
    const when = "payload.status == 'need-review'";
    const { state, records, requests } = playRun({
      started: {
        agent: 'analyst',
        ...handoffsTo({ to: 'fixer', when, payload: { schema: { type: 'object' } } }),
      },
      team: { fixer },
      answers: [handing('fixer', { status: 'done' }), { content: 'Alone, then.' }],
    });
    expect(refused(records)).toMatchObject([{ to: 'fixer', code: 'condition_not_met', condition: when }]);
    expect(JSON.stringify(requests[1]?.messages)).toContain('Handoff condition not met: payload.status');
    expect(state.ended?.answer).toBe('Alone, then.');
  });

  test.each([
    ['absent.status == 1', 'no_such_key'],
    ['payload.reason', 'wrong_type'],
    ['payload.reason < 3', 'wrong_type'],
    ['][', 'wrong_type'],
  ])('an unjudged condition is not met, with its reason: %s', (when, error) => {
    const { records } = playRun({
      started: { agent: 'analyst', ...handoffsTo({ to: 'fixer', when }) },
      team: { fixer },
      answers: [handing('fixer'), { content: 'Alone.' }],
    });
    expect(refused(records)).toMatchObject([{ code: 'condition_not_met', error }]);
  });

  test('conditions read members of a stored JSON object', () => {
    const values = [{ key: 'task', value: '{"status":"need-review"}', tainted: false }];
    const { state } = playRun({
      started: {
        agent: 'analyst',
        session_memory: { keys: ['task'], values },
        ...handoffsTo({ to: 'fixer', when: "task.status == 'need-review'" }),
      },
      team: { fixer: getMember('fixer') },
      answers: [handing('fixer'), { content: 'Fixed.' }],
    });
    expect(state.ended?.answer).toBe('Fixed.');
  });

  test('a payload that misfits its schema is refused', () => {
    const schema = { type: 'object', properties: { severity: { type: 'integer' } }, required: ['severity'] };
    const { requests, records } = playRun({
      started: { agent: 'analyst', ...handoffsTo({ to: 'fixer', payload: { schema } }) },
      team: { fixer: getMember('fixer') },
      answers: [
        handing('fixer', { severity: 'high' }),
        handing('fixer', { severity: 3 }),
        { content: 'Fixed.' },
      ],
    });
    expect(collectTypes(records).filter((type) => type === 'handoff.requested')).toHaveLength(1);
    expect(JSON.stringify(requests[1]?.messages)).toContain('severity');
  });

  test('agents that hand over in a circle are bounded', () => {
    const ping = getMember('ping', handoffsTo('pong'));
    const pong = getMember('pong', handoffsTo('ping'));
    const { records, state } = playRun({
      started: { agent: 'ping', ...handoffsTo('pong') },
      team: { ping, pong },
      answers: [
        ...['pong', 'ping', 'pong', 'ping', 'pong', 'ping'].map((to, n) =>
          handing(to, { reason: `hop ${n}` }),
        ),
        { content: 'Enough.' },
      ],
    });
    expect(refused(records)).toMatchObject([{ code: 'too_deep' }]);
    expect(state.ended?.answer).toBe('Enough.');
  });

  test('reports a missing agent to the one that wanted it', () => {
    const { state, requests } = playRun({
      started: analyst,
      answers: [handing('fixer'), { content: 'Alone.' }],
    });
    expect(JSON.stringify(requests[1]?.messages)).toContain('fixer cannot take over');
    expect(state.ended?.answer).toBe('Alone.');
  });

  test('an agent whose list denies the handoff does not make it', () => {
    const { records } = playRun({
      started: { ...analyst, lists: { deny: ['handoff_to_fixer'] } },
      team: { fixer },
      answers: [handing('fixer'), { content: 'Alone.' }],
    });
    expect(collectTypes(records)).not.toContain('handoff.requested');
  });
});
