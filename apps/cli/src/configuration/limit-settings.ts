import { type Limit, type Limits, limitSchema } from '@agent-home/platform';

/** A variable that is wrong, and what it has to be. */
export interface WrongVariable {
  variable: string;
  problem: string;
}

/** What a limit may be, in words. */
function within({ unit, least, most, fraction }: Limit): string {
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
  return `has to be a ${fraction ? '' : 'whole '}number of ${unit}, ${range}`;
}

/** The numbers of one concern that the environment sets, by their names; those that are none, by their variables. */
export function limitSettings<Of extends Limits>(
  limits: Of,
  environment: Record<string, string | undefined>,
): { values: { [Name in keyof Of]?: number }; wrong: WrongVariable[] } {
  const values: { [Name in keyof Of]?: number } = {};
  const wrong: WrongVariable[] = [];
  for (const [name, limit] of Object.entries(limits)) {
    const text = environment[limit.variable];
    if (text === undefined) continue;
    // `Number` takes blanks for zero.
    const number = text.trim() === '' ? Number.NaN : Number(text);
    if (limitSchema(limit).safeParse(number).success) values[name as keyof Of] = number;
    else wrong.push({ variable: limit.variable, problem: within(limit) });
  }
  return { values, wrong };
}
