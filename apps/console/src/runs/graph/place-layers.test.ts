import { expect, test } from 'vitest';
import { nodeSize, orderFrom, placeLayers } from './place-layers.ts';

const chain = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

test('places each node below those that lead to it', () => {
  const edges = [
    { from: 'ask', to: 'a' },
    { from: 'ask', to: 'b' },
    { from: 'a', to: 'end' },
    { from: 'b', to: 'end' },
  ];
  const places = placeLayers(['ask', 'a', 'b', 'end'], edges);
  for (const { from, to } of edges)
    expect(places.get(to)?.y).toBeGreaterThan((places.get(from)?.y ?? 0) + nodeSize.height);
  expect(places.get('a')?.y).toBe(places.get('b')?.y);
  expect((places.get('b')?.x ?? 0) - (places.get('a')?.x ?? 0)).toBeGreaterThan(nodeSize.width);
});

test('places a workflow with loops and unreachable nodes once', () => {
  const edges = [
    { from: 'write', to: 'judge' },
    { from: 'judge', to: 'write' },
    { from: 'judge', to: 'judge' },
    { from: 'judge', to: 'nowhere' },
    { from: 'judge', to: '__proto__' },
  ];
  const names = orderFrom('write', ['__proto__', 'alone', 'judge', 'write'], edges);
  expect(names).toEqual(['write', 'judge', '__proto__', 'alone']);
  const places = placeLayers(names, edges);
  expect(places.size).toBe(4);
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
});

test('places 20,000 nodes in a chain', () => {
  const names = chain(20_000);
  const edges = names.slice(1).map((to, index) => ({ from: `n${index}`, to }));
  const places = placeLayers(names, edges);
  expect(places.get('n19999')?.y).toBe(19_999 * ((places.get('n1')?.y ?? 0) - (places.get('n0')?.y ?? 0)));
});
