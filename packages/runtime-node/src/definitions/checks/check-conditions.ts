import type { AgentDefinition, Problem, ProblemCode, Teamwork } from '@agent-home/agent-runtime/definition';
import { compileStateCondition, InvalidCondition } from '@agent-home/agent-runtime/policy';
import { isUsableSchema } from '@agent-home/agent-runtime/schemas';

type Report = (code: ProblemCode, member: (string | number)[], message: string) => Problem[];

/**
 * Checks conditions and payloads that conform to the schema but could not be evaluated, so that they fail now
 * and not during a task.
 */
export function checkConditions(
  type: AgentDefinition['type'],
  { handoffs = [], graph }: Teamwork,
  report: Report,
): Problem[] {
  const conditionAt = (condition: string | undefined, member: (string | number)[]) => {
    const reason = condition === undefined ? undefined : refusedCondition(condition);
    return reason === undefined ? [] : report('invalid_value', member, reason);
  };
  return [
    ...(type === 'workflow' && !graph
      ? report('missing_field', ['graph'], 'graph is missing: a workflow needs entry, nodes and edges')
      : []),
    ...handoffs.flatMap(({ to, when, payload }, index) => [
      ...conditionAt(when, ['handoffs', index, 'when']),
      ...(handoffs.findIndex((other) => other.to === to) < index
        ? report(
            'duplicate_name',
            ['handoffs', index, 'to'],
            `the handoff to "${to}" is defined twice: remove one`,
          )
        : []),
      ...(payload === undefined || isUsableSchema({ type: 'object', ...payload.schema })
        ? []
        : report(
            'invalid_value',
            ['handoffs', index, 'payload', 'schema'],
            'payload.schema is not a valid JSON Schema',
          )),
    ]),
    ...(graph?.edges ?? []).flatMap(({ condition }, index) =>
      conditionAt(condition, ['graph', 'edges', index, 'condition']),
    ),
  ];
}

function refusedCondition(condition: string): string | undefined {
  try {
    compileStateCondition(condition);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidCondition) return error.message;
    throw error;
  }
}
