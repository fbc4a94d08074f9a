import { describe, expect, test } from 'vitest';
import type { BranchResult, GraphNode, PinnedGraph } from '../run-log/index.ts';
import { type Play, playRun } from '../testing/play-run.ts';
import { getMember } from '../testing/teams.ts';

type Branches = Parameters<NonNullable<Play['branches']>>[0];

const answered = (effect: Branches, answers: readonly string[]): BranchResult[] =>
  effect.branches.map(({ id, agent }, index) => ({
    id,
    agent,
    run_id: `run_${id}`,
    status: 'answered',
    answer: answers[index] ?? '',
    tainted: false,
  }));

function play(node: Partial<GraphNode>, more: Partial<Play>, first = '{"findings":["a","b","c"],"count":2}') {
  const graph: PinnedGraph = {
    entry: 'look',
    nodes: [
      { name: 'look', agent: 'looker' },
      { name: 'work', ...node },
    ],
    edges: [
      { from: 'look', to: 'work' },
      { from: 'work', to: 'END' },
    ],
  };
  return playRun({
    started: { graph },
    team: { looker: getMember('looker') },
    answers: [{ content: first }],
    ...more,
  });
}

const outputOf = ({ records }: ReturnType<typeof play>) =>
  records.findLast(({ type }) => type === 'graph.node_ended')?.data.output;

describe('several agents in a node', () => {
  test('a node maps over each item of a list', () => {
    const messages: string[] = [];
    const played = play(
      { agent: 'fixer', map: 'findings' },
      {
        branches: (effect) => {
          messages.push(...effect.branches.map(({ message }) => message));
          return answered(effect, ['{"fixed":1}', 'not needed', '{"fixed":3}']);
        },
      },
    );
    expect(messages.map((message) => message.split('\n').slice(-2))).toEqual([
      ['Your item, 1 of 3, as JSON:', '"a"'],
      ['Your item, 2 of 3, as JSON:', '"b"'],
      ['Your item, 3 of 3, as JSON:', '"c"'],
    ]);
    expect(outputOf(played)).toEqual({ results: [{ fixed: 1 }, 'not needed', { fixed: 3 }] });
    expect(played.state.ended).toMatchObject({ status: 'answered', usage: { tool_calls: 1 } });
    const member = play(
      { agent: 'fixer', map: 'look.findings' },
      { branches: (effect) => answered(effect, []) },
    );
    expect(member.state.ended?.status).toBe('answered');
    const wrong = play({ agent: 'fixer', map: 'count' }, {});
    expect(wrong.state.ended).toMatchObject({
      code: 'map_needs_list',
      message: expect.stringContaining('count'),
    });
    const missing = play({ agent: 'fixer', map: 'absent.path' }, {});
    expect(missing.state.ended?.code).toBe('map_needs_list');
    const long = play(
      { agent: 'fixer', map: 'findings' },
      {},
      JSON.stringify({ findings: Array(101).fill(1) }),
    );
    expect(long.state.ended?.code).toBe('map_too_long');
    const none = play({ agent: 'fixer', map: 'findings' }, {}, '{"findings":[]}');
    expect([none.state.ended?.status, outputOf(none)]).toEqual(['answered', { results: [] }]);
  });

  test('branches reduce the keys of the state', () => {
    const parallel = [
      { name: 'one', agent: 'a' },
      { name: 'two', agent: 'b' },
    ];
    const reduce = { findings: 'append', count: 'sum', best: 'max', tags: 'merge', last: 'last' } as const;
    const answers = [
      '{"findings":"d","best":3,"tags":{"x":1},"last":"one"}',
      '{"findings":["e"],"count":5,"best":9,"tags":{"y":2},"last":"two"}',
    ];
    const played = play({ parallel, reduce }, { branches: (effect) => answered(effect, answers) });
    expect(outputOf(played)).toMatchObject({
      one: { best: 3 },
      findings: ['a', 'b', 'c', 'd', 'e'],
      count: 7,
      best: 9,
      tags: { x: 1, y: 2 },
      last: 'two',
    });
    const wrong = play(
      { parallel, reduce: { count: 'sum' } },
      { branches: (effect) => answered(effect, ['{"count":"many"}', 'none']) },
    );
    expect(wrong.state.ended).toMatchObject({
      code: 'reduce_type',
      message: expect.stringContaining('count'),
    });
  });

  const failing = (attempts: number, node: Partial<GraphNode>) => {
    const asked: string[][] = [];
    const played = play(
      {
        parallel: [
          { name: 'one', agent: 'a' },
          { name: 'two', agent: 'b' },
        ],
        ...node,
      },
      {
        branches: (effect) => {
          asked.push(effect.branches.map(({ id }) => id));
          return answered(
            effect,
            effect.branches.map(({ id }) => `${id} in ${effect.attempt}`),
          ).map((result) =>
            result.id === 'one' && effect.attempt <= attempts
              ? { ...result, status: 'failed', code: 'timeout', message: 'the time is over' }
              : result,
          );
        },
      },
    );
    return { played, asked };
  };

  test('failed branches are retried, answered ones are kept', () => {
    const { played, asked } = failing(1, { retry: 1 });
    expect(asked).toEqual([['one', 'two'], ['one']]);
    expect(outputOf(played)).toEqual({ one: 'one in 2', two: 'two in 1' });
  });

  test('a branch that fails for good ends the run', () => {
    const { played, asked } = failing(9, { retry: 2 });
    expect(asked).toHaveLength(3);
    expect(played.state.ended).toMatchObject({
      status: 'failed',
      code: 'timeout',
      message: 'branch one of node work, agent a, failed after 3 attempts: the time is over',
    });
    expect(failing(9, {}).asked).toHaveLength(1);
  });
});
