import { setTimeout as delay } from 'node:timers/promises';
import type { AgentDefinition, ModelApi } from '@agent-home/agent-runtime/definition';
import { createModelPort, type FindModel, type RunSetup } from '@agent-home/runtime-node';

export interface EmulatedModels {
  timeoutMs?: number;
  stream?: boolean;
  fallbacks?: string[];
  /** Protocol; default `chat`. */
  api?: ModelApi;
}

export function emulatedModels(
  url: string,
  { timeoutMs = 5_000, stream = true, fallbacks = [], api = 'chat' }: EmulatedModels = {},
) {
  const address = `${url}/${api === 'gemini' ? 'v1beta' : 'v1'}`;
  const find: FindModel = (provider, name) => ({
    provider,
    name,
    api,
    url: address,
    fallbacks: fallbacks.map((other) => ({ provider, name: other, api, url: address, timeoutMs, stream })),
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
