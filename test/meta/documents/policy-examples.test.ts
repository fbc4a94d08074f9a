import { readFileSync } from 'node:fs';
import {
  buildNameTable,
  decodePolicySpec,
  homeTools,
  nativeTools,
} from '@agent-home/agent-runtime/definition';
import {
  compilePolicy,
  decideCall,
  knownRisk,
  Rulebook,
  riskOfUnknown,
} from '@agent-home/agent-runtime/policy';
import { asJson, type JsonObject } from '@agent-home/protocol';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../../docs/policies.md', import.meta.url), 'utf8');

/** Each policy with the rows of the table below it. */
const examples = [...document.matchAll(/```yaml\n(.*?)```\n\n((?:\|[^\n]*\n)+)/gs)].map(
  ([, yaml = '', table = '']) => ({
    policy: decodePolicySpec(yaml, { file: 'example.policy.yaml' }),
    rows: table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replace(/^`|`$/g, '')),
      ),
  }),
);

const writes = new Set(['home.say', 'home.request', 'write_file', 'delete_file', 'bash']);

test('every example of docs/policies.md is decided as its table says', () => {
  const names = buildNameTable([...nativeTools, ...homeTools]);
  let decided = 0;
  for (const { policy, rows } of examples) {
    const { name, version } = policy.metadata;
    const rulebook = new Rulebook({
      names,
      lists: { deny: [] },
      policies: [compilePolicy({ name, version, sha256: 'a'.repeat(64), spec: asJson(policy.spec) })],
      operator: { autoApprove: ['safe', 'low', 'medium', 'high'], unlocked: [] },
      maxToolCalls: policy.spec.limits.maxToolCalls ?? 20,
    });
    for (const [tool = '', args = '', time = '', expected] of rows) {
      const { effect } = decideCall(rulebook, {
        agent: 'reader',
        agentId: '',
        provider: 'emulator',
        tainted: false,
        origin: 'user',
        session: {},
        time,
        callsMade: 0,
        tool,
        risk: knownRisk(tool) ?? riskOfUnknown,
        arguments: JSON.parse(args) as JsonObject,
        sideEffects: writes.has(tool),
      });
      expect([name, tool, args, time, effect]).toEqual([name, tool, args, time, expected]);
      decided++;
    }
  }
  expect([examples.length, decided]).toEqual([2, 9]);
});
