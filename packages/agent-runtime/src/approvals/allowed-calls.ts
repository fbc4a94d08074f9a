import type { JsonObject } from '@agent-home/protocol';
import { coversCall, parseCallPattern } from '../definition/index.ts';
import type { Question } from '../ports/question.ts';

/** Rules of the operator that a pattern satisfies. Policies, locked tools and nodes of a graph ask a person each time. */
const satisfied = new Set(['autoApprove', 'tainted']);

/** True if a pattern may answer a question: it needs approval by these rules of the operator alone. */
export function isCoverable({ kind, data }: Question): boolean {
  if (kind !== 'approval' || data.node !== undefined || data.risk === 'critical') return false;
  return (
    data.rules.length > 0 &&
    data.rules.every(({ layer, rule }) => layer === 'operator' && satisfied.has(rule))
  );
}

/** Returns the first entry whose pattern covers the call of a question; undefined if no pattern may answer it. */
export function allowedByPattern<Entry extends { pattern: string }>(
  question: Question,
  allow: readonly Entry[],
): Entry | undefined {
  if (!isCoverable(question)) return undefined;
  return allow.find(({ pattern }) => coversCall(parseCallPattern(pattern), callOfQuestion(question)));
}

/** Returns the call that a question is about. */
export function callOfQuestion({ data }: Question): { tool: string; arguments: JsonObject } {
  return { tool: data.tool, arguments: data.arguments as JsonObject };
}
