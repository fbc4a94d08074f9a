import {
  nearestName,
  type Problem,
  type ProblemCode,
  type Teamwork,
} from '@agent-home/agent-runtime/definition';
import { isUsableSchema } from '@agent-home/agent-runtime/schemas';
import { asJson, type JsonObject } from '@agent-home/protocol';

type Report = (
  code: ProblemCode,
  member: (string | number)[],
  message: string,
  nearest?: string,
) => Problem[];

/** Reports guardrails that cannot be applied: unknown validators (ADR 0032), invalid schemas and duplicate names. */
export function checkGuardrails(
  guardrails: NonNullable<Teamwork['guardrails']>,
  validators: readonly string[],
  report: Report,
): Problem[] {
  const seen = new Set<string>();
  return guardrails.flatMap(({ name, validator, schema }, index) => {
    const at = (member: string) => ['guardrails', index, member];
    const isTaken = seen.has(name);
    seen.add(name);
    const taken = isTaken
      ? report('duplicate_name', at('name'), `the guardrail "${name}" is defined twice: rename or remove one`)
      : [];
    if (validator !== undefined && !validators.includes(name))
      return [
        ...taken,
        ...report(
          'unknown_validator',
          at('name'),
          `the settings have no validator "${name}"`,
          nearestName(name, validators),
        ),
      ];
    if (schema !== undefined && !isUsable(schema))
      return [...taken, ...report('invalid_value', at('schema'), 'schema is not a valid JSON Schema')];
    return taken;
  });
}

function isUsable(schema: object): boolean {
  try {
    return isUsableSchema(asJson(schema) as JsonObject);
  } catch {
    return false;
  }
}
