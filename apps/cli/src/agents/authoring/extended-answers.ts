import type { JsonObject } from '@agent-home/protocol';

export const backends = ['sqlite', 'filesystem', 'vector_store', 'redis', 'pgvector'] as const;
export const tracedEvents = ['llm', 'tool', 'handoff', 'guardrail'] as const;
export const tracingBackends = ['console', 'langsmith', 'opentelemetry'] as const;

/** Answers to the extended questions (S3-123). Each part may be absent. */
export interface ExtendedAnswers {
  keywords?: string[] | undefined;
  regex?: string | undefined;
  priority?: number | undefined;
  handoff?: { to: string; when?: string | undefined; schema?: JsonObject | undefined } | undefined;
  guardrail?: { schema: JsonObject; policy: 'reject' | 'repair' } | undefined;
  sessionKeys?: string[] | undefined;
  longTerm?: (typeof backends)[number] | undefined;
  graph?: { nodes: GraphNode[]; edges: GraphEdge[] } | undefined;
  tracing?: { events: string[]; backend: (typeof tracingBackends)[number] } | undefined;
}

export interface GraphNode {
  name: string;
  agent: string;
}

export interface GraphEdge {
  from: string;
  to: string;
  condition?: string;
}

/** Default priority of a trigger. */
export const usualPriority = 5;

/** Returns the answers as members of a definition. */
export function getTeamwork(name: string, answers: ExtendedAnswers): JsonObject {
  return {
    ...collectTriggers(name, answers),
    ...collectHandoffs(answers),
    ...collectGuardrails(answers),
    ...getMemory(answers),
    ...toGraph(answers),
    ...(answers.tracing ? { tracing: { enabled: true, ...answers.tracing } } : {}),
  };
}

function collectTriggers(
  name: string,
  { keywords = [], regex, priority = usualPriority }: ExtendedAnswers,
): JsonObject {
  if (keywords.length === 0 && regex === undefined) return {};
  const byKeywords = keywords.length > 0 ? { intent: name, keywords } : {};
  const byRegex = regex === undefined ? {} : { regex };
  return { triggers: [{ ...byKeywords, ...byRegex, priority }] };
}

function collectHandoffs({ handoff }: ExtendedAnswers): JsonObject {
  if (!handoff) return {};
  const { to, when, schema } = handoff;
  const condition = when === undefined ? {} : { when };
  return { handoffs: [{ to, ...condition, ...(schema === undefined ? {} : { payload: { schema } }) }] };
}

function collectGuardrails({ guardrail }: ExtendedAnswers): JsonObject {
  if (!guardrail) return {};
  return { guardrails: [{ name: 'answer', policy: guardrail.policy, schema: guardrail.schema }] };
}

function getMemory({ sessionKeys = [], longTerm }: ExtendedAnswers): JsonObject {
  if (sessionKeys.length === 0 && longTerm === undefined) return {};
  const session = sessionKeys.length > 0 ? { session: sessionKeys } : {};
  return { memory: { ...session, ...(longTerm ? { long_term: { backend: longTerm } } : {}) } };
}

function toGraph({ graph }: ExtendedAnswers): JsonObject {
  const [entry] = graph?.nodes ?? [];
  if (!graph || !entry) return {};
  const nodes = graph.nodes.map((node) => ({ ...node }));
  return { graph: { entry: entry.name, nodes, edges: graph.edges.map((edge) => ({ ...edge })) } };
}
