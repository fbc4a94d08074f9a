import type { Violation } from '../state/output-check.ts';

/** What the conversation has in the place of an answer that nobody may see. */
export function withheldAnswer({ guardrail }: Violation): string {
  return `(An answer was withheld: it did not pass the guardrail ${JSON.stringify(guardrail.name)}.)`;
}

/** In the place of what would have been said: the model's own words before a guardrail has passed them. */
export const withheldArguments = '{"text":"(withheld: no guardrail has passed it)"}';

/** Which guardrail, and what is wrong field by field; for people and models. */
export function violationText(what: string, { guardrail, errors }: Violation): string {
  return `${what} did not pass the guardrail ${JSON.stringify(guardrail.name)}: ${errors.join('; ')}`;
}
