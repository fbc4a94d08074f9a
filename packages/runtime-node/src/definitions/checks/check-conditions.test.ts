import { describe, expect, test } from 'vitest';
import { findAgent, loadDefinitions } from '../loading/load-definitions.ts';
import { makeProject, markdownAgent } from '../testing/project.ts';
import { checkReferences } from './check-references.ts';

const graph = (condition: string) =>
  [
    'graph:',
    '  entry: one',
    '  nodes: [{ name: one, agent: other }, { name: two, approve: Ship it? }]',
    `  edges: [{ from: one, to: two, condition: "${condition}" }]`,
  ].join('\n');

/** Returns the problems of an agent with these members, by code and line. */
function collectProblems(...members: string[]) {
  using project = makeProject({
    'agents/bad.md': markdownAgent('bad', ...members),
    'agents/other.md': markdownAgent('other'),
  });
  const loaded = loadDefinitions(project);
  const agent = findAgent(loaded, 'bad');
  if (!agent) throw new Error('the agent is not there');
  return [...agent.problems, ...checkReferences(agent, loaded)].map(({ code, line }) => `${code} ${line}`);
}

describe('conditions and payloads of a definition', () => {
  test.each([
    ['two handoffs to one agent', 'handoffs: [{ to: other }, { to: other }]', 'duplicate_name 5'],
    ['a condition that is none', 'handoffs: [{ to: other, when: "][" }]', 'invalid_value 5'],
    [
      'a condition that would have to count',
      'handoffs: [{ to: other, when: "a + 1 == 2" }]',
      'invalid_value 5',
    ],
    [
      'a payload that nobody can judge',
      'handoffs: [{ to: other, payload: { schema: { type: 7 } } }]',
      'invalid_value 5',
    ],
    ['an edge with a condition that is none', graph('1 ='), 'invalid_value 8'],
  ])('%s is reported with its line before anything runs', (_, members, told) => {
    expect(collectProblems(members)).toContain(told);
  });

  test('a cycle without a way to END is a warning', () => {
    const cycle = (edges: string) =>
      collectProblems(
        'graph:',
        '  entry: one',
        '  nodes: [{ name: one, agent: other }, { name: two, agent: other }]',
        `  edges: [${edges}]`,
      );
    expect(cycle('{ from: one, to: two }, { from: two, to: one }')).toEqual(['endless_cycle 7']);
    expect(cycle('{ from: one, to: two }, { from: two, to: one, condition: "two.again" }')).toEqual([]);
    expect(
      cycle('{ from: one, to: END, condition: "one.done" }, { from: one, to: two }, { from: two, to: one }'),
    ).toEqual([]);
  });

  test('accepts any name in a condition before values exist', () => {
    expect(
      collectProblems('handoffs: [{ to: other, when: "task.status == \'x\' && has(payload.y)" }]'),
    ).toEqual([]);
    expect(collectProblems(graph('analysis.can_auto_fix'))).toEqual([]);
  });
});
