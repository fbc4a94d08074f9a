import { expect, test } from 'vitest';
import { buildNameTable } from '../../definition/index.ts';
import { decideCall } from '../decide/decide-call.ts';
import { referenceMs } from '../testing/processor-time.ts';
import { createPolicy, createRulebook, getQuestion } from '../testing/rulebooks.ts';

test('a thousand rules about absent tools take under 50 ms', () => {
  const names = buildNameTable(
    Array.from({ length: 100 }, (_, index) => ({ name: `mcp.server.tool_${index}` })),
  );
  const policies = [
    createPolicy(
      Array.from({ length: 1_000 }, (_, index) => ({
        effect: 'deny',
        action: 'tool.call',
        selector: { tool: `mcp.elsewhere.some_tool_${index}` },
      })),
    ),
  ];
  // New rulebooks with empty caches.
  const fresh = Array.from({ length: 5 }, () => createRulebook({ names, policies }));
  const decide = () => {
    const rules = fresh.pop();
    if (rules) decideCall(rules, getQuestion({ tool: 'mcp.server.tool_7' }));
  };
  expect(referenceMs(decide, 50)).toBeLessThan(50);
});
