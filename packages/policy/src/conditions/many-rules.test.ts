import { buildNameTable } from '@agent-home/definition';
import { expect, test } from 'vitest';
import { decideCall } from '../decide/decide-call.ts';
import { policyOf, questionOf, rulebookOf } from '../testing/rulebooks.ts';

test('a thousand rules about tools that are not there hold the first decision for less than 50 ms', () => {
  const names = buildNameTable(
    Array.from({ length: 100 }, (_, index) => ({ name: `mcp.server.tool_${index}` })),
  );
  const policies = [
    policyOf(
      Array.from({ length: 1_000 }, (_, index) => ({
        effect: 'deny',
        action: 'tool.call',
        selector: { tool: `mcp.elsewhere.some_tool_${index}` },
      })),
    ),
  ];
  // Each time a rulebook that remembers nothing; another process may have had the processor.
  const times = [0, 1, 2].map(() => {
    const rules = rulebookOf({ names, policies });
    const from = performance.now();
    decideCall(rules, questionOf({ tool: 'mcp.server.tool_7' }));
    return performance.now() - from;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});
