import { describe, expect, it } from 'vitest';
import { noCosts } from '../bench/costs/costs.ts';
import { countOperations, excess } from './count-operations.ts';

const costs = {
  ...noCosts(),
  operations: 10,
  syncs: { count: 29, operations: 10 },
  byStatement: [
    { text: 'select 1', calls: 20 },
    { text: 'a sweep', calls: 9 },
  ],
  storeRequests: { AssumeRole: 10, ListObjects: 9 },
};

describe('allowed operations', () => {
  it('exceeded cost limits are named, background work ignored', () => {
    const counted = countOperations(costs);
    expect(counted).toEqual({ durableCommits: 2, statements: 2, storeRequests: { AssumeRole: 1 } });
    expect(excess(counted, counted, costs)).toEqual([]);
    const most = { durableCommits: 2, statements: 1, storeRequests: {} };
    expect(excess(counted, most, costs).slice(0, 2)).toEqual([
      'statements: 2 an operation, where 1 are allowed',
      'AssumeRole: 1 an operation, where 0 are allowed',
    ]);
  });
});
