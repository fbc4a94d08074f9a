import { buildNameTable } from '@agent-home/agent-runtime/definition';
import { compilePolicy, decideCall, Rulebook } from '@agent-home/agent-runtime/policy';
import { canonicalJsonBytes, type JsonObject, sha256Hex } from '@agent-home/protocol';
import { type Bench, ratePerSecond } from '../measure.ts';

const tools = Array.from({ length: 40 }, (_, index) => ({ name: `mcp.server.tool_${index}` }));
const getArguments = (number: number): JsonObject => ({
  path: `documents/part-${number}.md`,
  content: 'What stands in the file afterwards, a line or two of it.',
  options: { overwrite: true, encoding: 'utf-8' },
});

/** Fifty rules of five policies, most of them about other tools; the lists of an agent, and an operator. */
function rulebook(): Rulebook {
  const policies = Array.from({ length: 5 }, (_, policy) =>
    compilePolicy({
      name: `policy-${policy}`,
      version: '1.0.0',
      sha256: 'a'.repeat(64),
      spec: {
        rules: Array.from({ length: 10 }, (__, rule) => ({
          effect: rule === 9 ? 'allow' : 'deny',
          action: 'tool.call',
          selector: {
            tool: rule === 9 ? 'mcp.server.*' : `elsewhere-${policy}-${rule}`,
            agent: rule % 2 ? '*' : 'care*',
          },
          conditions: rule % 3 === 0 ? { notBefore: '2026-01-01T00:00:00Z' } : {},
        })),
      },
    }),
  );
  return new Rulebook({
    names: buildNameTable(tools),
    lists: { allow: ['mcp.server.*'], deny: ['bash', 'write-file', 'mcp.other.*'] },
    policies,
    operator: { autoApprove: ['safe', 'low'], unlocked: [] },
    maxToolCalls: 1e9,
  });
}

/** Measures the decisions of one run, over fifty rules. */
export const runtimeDecide: Bench = {
  name: 'runtime_decide',
  unit: 'decisions/s',
  floorName: 'JCS and sha256 of the arguments',
  target: { atLeast: 0.3 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const count = short ? 1_000 : 100_000;
    // One rulebook, as in a run with many decisions: the result of selectors for a tool is computed the first
    // time.
    const rules = rulebook();
    const calls = Array.from({ length: 200 }, (_, number) => getArguments(number));
    return {
      value: () => ratePerSecond(count, () => decideAll(rules, count)),
      floor: () =>
        ratePerSecond(count, () => {
          for (let number = 0; number < count; number++)
            sha256Hex(canonicalJsonBytes(calls[number % calls.length] ?? {}));
        }),
      close: async () => {},
    };
  },
};

function decideAll(rules: Rulebook, count: number): void {
  const time = '2026-05-01T08:00:00.000Z';
  let allowed = 0;
  for (let number = 0; number < count; number++) {
    const tool = tools[number % tools.length]?.name ?? '';
    const question = {
      agent: 'careful',
      agentId: '',
      origin: 'user',
      session: {},
      arguments: {},
      sideEffects: true,
      tool,
      risk: 'low',
      provider: 'emulator',
      tainted: false,
      time,
    } as const;
    if (decideCall(rules, { ...question, callsMade: number }).effect === 'allow') allowed++;
  }
  if (allowed !== count) throw new Error(`${allowed} of ${count} were allowed`);
}
