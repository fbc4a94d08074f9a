import { describe, expect, test } from 'vitest';
import { graphSchema } from './teamwork.ts';

const read = (node: object) =>
  graphSchema.safeParse({
    entry: 'work',
    nodes: [{ name: 'work', ...node }],
    edges: [{ from: 'work', to: 'END' }],
  });
const branches = (name: string) => [
  { name, agent: 'looker' },
  { name: 'other', agent: 'looker' },
];

describe('keys of the state', () => {
  test('accept ordinary names', () => {
    expect(read({ parallel: branches('style'), reduce: { findings: 'append' } }).success).toBe(true);
  });

  test.each(['input', 'payload', '__proto__'])('refuse a branch with the name %s', (name) => {
    expect(read({ parallel: branches(name) }).error?.issues).toMatchObject([
      { path: ['nodes', 0, 'parallel', 0, 'name'], message: 'is a reserved name: use another one' },
    ]);
  });

  test.each(['input', 'payload'])('refuse a reduced key with the name %s', (name) => {
    expect(read({ parallel: branches('style'), reduce: { [name]: 'append' } }).success).toBe(false);
  });

  test('drop a reduced key with the name __proto__', () => {
    const reduce: unknown = JSON.parse('{"__proto__":"append"}');
    const { data } = read({ parallel: branches('style'), reduce });
    expect(Object.keys(data?.nodes[0]?.reduce ?? { absent: true })).toEqual([]);
  });
});
