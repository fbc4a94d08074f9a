import { expect, test } from 'vitest';
import { playRun } from '../../../testing/play-run.ts';
import { runDag } from '../dag.ts';
import { runDagItems } from './dag-items.ts';
import { dagItemSchema } from './run-view-schema.ts';

const read = { name: 'read_file', arguments: { path: 'a' } };

test('the graph of a run is a list whose edges lead to later nodes', () => {
  const { records } = playRun({
    tools: [{ name: 'read_file' }],
    answers: [{ calls: [read, read] }, { calls: [read] }, { content: 'Done.' }],
  });
  const items = runDagItems(records);
  const { nodes, edges } = runDag(records);
  expect(items.map(({ node }) => node)).toEqual(nodes);
  expect(
    items.flatMap(({ node, from }) => from.map((edge) => `${edge.node} ${node.id} ${edge.type}`)),
  ).toEqual(expect.arrayContaining(edges.map(({ from, to, type }) => `${from} ${to} ${type}`)));
  const seen = new Set<string>();
  for (const item of items) {
    expect(dagItemSchema.parse(item)).toEqual(item);
    expect(records[item.seq]?.id).toBe(item.node.id);
    for (const { node } of item.from) expect(seen).toContain(node);
    seen.add(item.node.id);
  }
  // A log in progress gives the graph so far.
  for (let length = 0; length < records.length; length++)
    expect(runDagItems(records.slice(0, length)).length).toBeLessThanOrEqual(items.length);
});
