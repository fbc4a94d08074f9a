import type { ContractName } from './judges.ts';

const metadata = { name: 'sample-agent', version: '1.0.0', owner: 'ada' };

/** The smallest document of each contract, and one with every member. */
export const smallest: Record<ContractName, Record<string, unknown>> = {
  agent: {
    apiVersion: 'agent.platform/v1',
    kind: 'Agent',
    metadata,
    spec: {
      type: 'conversational',
      modelRef: { provider: 'openai', name: 'm' },
      promptRef: 'prompts/test_case_v1',
      tools: [],
    },
  },
  tool: {
    apiVersion: 'agent.platform/v1',
    kind: 'Tool',
    metadata: { ...metadata, name: 'jira-reader' },
    spec: { inputsSchema: {}, outputsSchema: {} },
  },
  policy: {
    apiVersion: 'agent.platform/v1',
    kind: 'Policy',
    metadata: { ...metadata, name: 'read-only' },
    spec: { rules: [{ effect: 'deny', action: 'tool.call' }] },
  },
  'run-event': {
    runId: 'run-01',
    sessionId: 'session',
    agent: 'a',
    eventType: 'run_start',
    timestamp: '2026-11-23T15:00:00.000Z',
    payload: {},
  },
  'trace-span': {
    traceId: 't',
    spanId: 's',
    name: 'n',
    startTime: '2026-11-23T15:00:00Z',
    endTime: '2026-11-23T15:00:01Z',
    status: 'ok',
  },
};

export const fullest: Record<ContractName, Record<string, unknown>> = {
  agent: {
    ...smallest.agent,
    metadata: { ...metadata, labels: { team: 'x' }, description: 'd' },
    spec: {
      type: 'workflow',
      runtime: { selector: 'native', params: { a: [1, null] } },
      modelRef: { provider: 'openai', name: 'm', params: { temperature: 0.5 } },
      promptRef: 'prompt://test-case/v1',
      tools: ['read-file'],
      capabilities: ['c'],
      policiesRef: ['p'],
      limits: { maxTokens: 256, maxToolCalls: 0, timeoutMs: 100 },
      observability: { trace: false, costTracking: false, eventLevel: 'verbose' },
    },
  },
  tool: {
    ...smallest.tool,
    metadata: { ...metadata, description: 'd', labels: {} },
    spec: {
      inputsSchema: { type: 'object' },
      outputsSchema: { type: 'object' },
      timeoutMs: 1,
      retry: 10,
      idempotent: true,
      sideEffects: true,
      auth: { type: 'oauth2', scopes: ['s'] },
      permissions: ['p'],
      rateLimit: { rps: 0.5, burst: 2 },
      dataScope: { project: 'x' },
    },
  },
  policy: {
    ...smallest.policy,
    metadata: { ...metadata, description: 'd' },
    spec: {
      rules: [
        { effect: 'allow', action: 'model.use', selector: { agent: 'a' }, conditions: { when: 'true' } },
        { effect: 'deny', action: 'data.write', selector: {} },
        { effect: 'deny', action: 'data.read' },
      ],
      limits: { maxTokens: 256, maxToolCalls: 0, timeoutMs: 100 },
      redaction: { enabled: true, patterns: ['x'] },
    },
  },
  'run-event': {
    ...smallest['run-event'],
    eventType: 'tool_result',
    traceId: 't',
    spanId: 's',
    payload: { tool: 't', output: {}, status: 'error', error: { code: 'x' }, extra: { more: 1 } },
  },
  'trace-span': {
    ...smallest['trace-span'],
    parentSpanId: 'p',
    kind: 'llm',
    attributes: { a: 1 },
    metrics: { promptTokens: 1, completionTokens: 2, totalTokens: 3, cost: 0.5 },
  },
};
