import type { BadFile } from './bad-file.ts';
import { markdownAgent } from './project.ts';

const path = 'agents/bad.md';
const bad = (...lines: string[]) => markdownAgent('bad', ...lines);
const graph = (...edges: string[]) =>
  bad(
    'graph:',
    '  entry: one',
    '  nodes: [{ name: one, agent: bad }, { name: two, agent: bad }]',
    '  edges:',
    ...edges,
  );

export const badTeamwork: BadFile[] = [
  ['a handoff to itself', path, bad('handoffs: [{ to: bad }]'), 'handoff_to_self', 5],
  [
    'a node of an agent and a person',
    path,
    bad('graph: { entry: one, nodes: [{ name: one, agent: bad, approve: Yes? }], edges: [] }'),
    'invalid_value',
    5,
  ],
  ['a trigger of nothing', path, bad('triggers: [{ intent: x }]'), 'invalid_value', 5],
  ['keywords without intent', path, bad('triggers: [{ keywords: [x] }]'), 'invalid_value', 5],
  [
    'a guardrail that checks nothing',
    path,
    bad('guardrails:', '  - { name: x, policy: repair }'),
    'invalid_value',
    6,
  ],
  [
    'a guardrail of another policy',
    path,
    bad('guardrails: [{ name: x, policy: warn, schema: {} }]'),
    'invalid_value',
    5,
  ],
  ['a backend there is not', path, bad('memory: { long_term: { backend: redsi } }'), 'invalid_value', 5],
  ['a sample rate above one', path, bad('tracing: { sample_rate: 1.5 }'), 'invalid_value', 5],
  ['an edge to a node there is not', path, graph('    - { from: one, to: tow }'), 'unknown_node', 9],
  [
    'a node whose name means something else',
    path,
    bad('graph: { entry: input, nodes: [{ name: input, agent: bad }], edges: [] }'),
    'reserved_name',
    5,
  ],
  ['a node that nothing leads to', path, graph('    - { from: one, to: END }'), 'unreachable_node', 7],
  [
    'two edges of a node without conditions',
    path,
    graph('    - { from: one, to: two }', '    - { from: one, to: END }'),
    'duplicate_edge',
    10,
  ],
  [
    'an edge behind one that is always taken',
    path,
    graph('    - { from: one, to: two }', '    - { from: one, to: END, condition: x }'),
    'unreachable_edge',
    10,
  ],
];
