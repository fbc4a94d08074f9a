import type { JsonObject } from '@agent-home/protocol';

export const backends = ['filesystem', 'vector_store', 'redis'] as const;
export const tracedEvents = ['llm', 'tool', 'handoff', 'guardrail'] as const;
export const tracingBackends = ['console', 'langsmith', 'opentelemetry'] as const;

/** What `--extended` asks beyond the base (S3-123). Each part may be absent. */
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

/** What a trigger counts for where nothing else is said. */
export const usualPriority = 5;

/** The same as members of a definition. */
export function teamworkOf(name: string, answers: ExtendedAnswers): JsonObject {
  const { keywords = [], regex, priority = usualPriority, handoff, guardrail, graph, tracing } = answers;
  const { sessionKeys = [], longTerm } = answers;
  const members: JsonObject = {};
  if (keywords.length > 0 || regex !== undefined)
    members.triggers = [
      {
        ...(keywords.length > 0 ? { intent: name, keywords } : {}),
        ...(regex === undefined ? {} : { regex }),
        priority,
      },
    ];
  if (handoff)
    members.handoffs = [
      {
        to: handoff.to,
        ...(handoff.when === undefined ? {} : { when: handoff.when }),
        ...(handoff.schema === undefined ? {} : { payload: { schema: handoff.schema } }),
      },
    ];
  if (guardrail) members.guardrails = [{ name: 'answer', policy: guardrail.policy, schema: guardrail.schema }];
  if (sessionKeys.length > 0 || longTerm)
    members.memory = {
      ...(sessionKeys.length > 0 ? { session: sessionKeys } : {}),
      ...(longTerm ? { long_term: { backend: longTerm } } : {}),
    };
  const [entry] = graph?.nodes ?? [];
  if (graph && entry)
    members.graph = {
      entry: entry.name,
      nodes: graph.nodes.map((node) => ({ ...node })),
      edges: graph.edges.map((edge) => ({ ...edge })),
    };
  if (tracing) members.tracing = { enabled: true, ...tracing };
  return members;
}
