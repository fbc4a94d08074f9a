import { homeTools } from '@agent-home/agent-runtime/definition';
import { allTools } from '@agent-home/mcp-server';
import { homeToolDescriptions } from '@agent-home/runtime-node/resident';
import { expect, test } from 'vitest';

test('definitions may name exactly the tools that a home offers', () => {
  const offered = new Set([
    ...homeToolDescriptions.map(({ name }) => name),
    ...allTools.map(({ name }) => `home.${name}`),
  ]);
  expect(homeTools.map(({ name }) => name).toSorted()).toEqual([...offered].toSorted());
});
