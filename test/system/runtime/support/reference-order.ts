import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import { createModelPort, type FindModel, type RunSetup } from '@agent-home/runtime-node';

export interface EmulatedModels {
  timeoutMs?: number;
  stream?: boolean;
  fallbacks?: string[];
}

export function emulatedModels(
  url: string,
  { timeoutMs = 5_000, stream = true, fallbacks = [] }: EmulatedModels = {},
) {
  const find: FindModel = (provider, name) => ({
    provider,
    name,
    url: `${url}/v1`,
    fallbacks: fallbacks.map((other) => ({ provider, name: other, url: `${url}/v1`, timeoutMs, stream })),
    timeoutMs,
    stream,
  });
  // Test servers need no time to recover.
  return createModelPort(find, { pause: (ms, signal) => delay(Math.min(ms, 20), undefined, { signal }) });
}

export function referenceOrder(definition: Partial<AgentDefinition> = {}): RunSetup {
  return {
    definition: { ...referenceDefinition, ...definition },
    definitionSha256: 'a'.repeat(64),
    systemPrompt: 'You are careful.',
    model: { provider: 'emulator', name: 'small', contextWindow: 8_192, reservedOutput: 1_024 },
    policies: [],
    operator: { autoApprove: ['safe', 'low', 'medium'], unlocked: [] },
    sessionId: 'session-1',
    context: [],
    tainted: false,
  };
}

const referenceDefinition: AgentDefinition = {
  name: 'careful',
  title: 'Careful',
  description: '',
  version: '1.0.0',
  owner: 'tests',
  labels: {},
  type: 'conversational',
  runtime: { selector: 'native', params: {} },
  model: { params: {} },
  systemPrompt: 'You are careful.',
  promptRef: 'prompt://careful/v1.0.0',
  tools: { deny: [] },
  mcpServers: [],
  capabilities: [],
  policiesRef: [],
  limits: { maxTokens: 100_000, maxToolCalls: 20, timeoutMs: 60_000 },
  observability: { trace: true, costTracking: true, eventLevel: 'standard' },
  teamwork: {},
  extensions: {},
};
