import type { ContextFacts, ContextLine } from '../context/context-facts.ts';

export const line = (sequence: number, text: string, fields: Partial<ContextLine> = {}): ContextLine => ({
  sequence,
  agentId: 'bo',
  name: 'Bo',
  signature: 'valid',
  history: 'agrees',
  text,
  ...fields,
});

export const facts = (fields: Partial<ContextFacts> = {}): ContextFacts => ({
  agentId: 'ada',
  topicId: 't1',
  mode: 'turn_queue',
  isClosed: false,
  turn: { agentId: 'ada', turnId: 'turn_000001', expiresAt: '2026-03-01T12:03:00.000Z' },
  may: { until: '2026-03-01T12:03:00.000Z' },
  title: 'Tea',
  openingQuestion: undefined,
  rules: { turn_ttl_seconds: 180 },
  summary: undefined,
  lines: [],
  hasEarlier: false,
  ...fields,
});
