import {
  combineSettings,
  decodeAgentSpec,
  decodeMarkdown,
  decodeSettings,
} from '@agent-home/agent-runtime/definition';
import { describe, expect, test } from 'vitest';
import { getLimits } from './run-limits.ts';

const agent = (limits = '') =>
  decodeMarkdown(`---\nkind: agent\nname: ada\ntitle: Ada\n${limits}---\n\nYou help.\n`);
const settings = (limits: object) => combineSettings(decodeSettings(JSON.stringify({ limits }))).limits;
const policy = {
  name: 'narrow',
  version: '1.0.0',
  sha256: 'a'.repeat(64),
  spec: {
    rules: [{ effect: 'allow', action: 'tool.call' }],
    limits: { maxTokens: 300, maxTotalTokens: 900 },
  },
};

describe('limits of a run', () => {
  test('takes limits of the settings as default and ceiling', () => {
    const order = (limits: string, ofSettings: object) =>
      getLimits({ definition: agent(limits), policies: [], limits: settings(ofSettings) });
    expect(order('', {})).toMatchObject({ max_tokens: 8_000, max_tool_calls: 20, timeout_ms: 600_000 });
    expect(order('', { maxTokens: 50_000, maxToolCalls: 90, timeoutMs: 900_000 })).toMatchObject({
      max_tokens: 50_000,
      max_tool_calls: 90,
      timeout_ms: 900_000,
      set_by: { max_tokens: 'limits.maxTokens of the settings' },
    });
    // Equals the default, but is set explicitly.
    expect(order('limits: { maxTokens: 8000 }\n', { maxTokens: 50_000 })).toMatchObject({
      max_tokens: 8_000,
      set_by: { max_tokens: 'limits.maxTokens of agent ada' },
    });
    expect(order('limits: { maxTokens: 90000 }\n', { maxTokens: 50_000 })).toMatchObject({
      max_tokens: 50_000,
    });
    expect(order('', { maxTokens: 300, maxTotalTokens: 4_000 })).toMatchObject({
      max_tokens: 300,
      max_total_tokens: 4_000,
    });
  });

  test('reads maxTotalTokens from agent files, settings and policies', () => {
    const spec = {
      apiVersion: 'agent.platform/v1',
      kind: 'Agent',
      metadata: { name: 'ada', version: '1.0.0', owner: 'tests' },
      spec: {
        type: 'conversational',
        modelRef: { provider: 'emulator', name: 'm' },
        promptRef: 'prompts/ada',
        tools: [],
        runtime: { selector: 'native', params: { maxTotalTokens: 5_000 } },
      },
    };
    for (const definition of [
      agent('limits: { maxTotalTokens: 5000 }\n'),
      decodeAgentSpec(JSON.stringify(spec)),
    ]) {
      const order = { definition, policies: [] };
      expect(getLimits(order)).toMatchObject({ max_tokens: 8_000, max_total_tokens: 5_000 });
      expect(getLimits({ ...order, limits: settings({ maxTotalTokens: 4_000 }) })).toMatchObject({
        max_total_tokens: 4_000,
      });
      expect(getLimits({ ...order, policies: [policy] })).toMatchObject({
        max_tokens: 300,
        max_total_tokens: 900,
        set_by: { max_tokens: 'spec.limits.maxTokens of policy narrow' },
      });
    }
  });
});
