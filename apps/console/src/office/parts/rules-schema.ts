import type { Field } from './field.ts';

/** The part of JSON Schema that the rules of the modes use. */
interface PropertySchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
}

export interface RulesSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

/** A rule that a plain input can ask for; lists and objects are written as JSON. */
type RuleField = Field & { isJson: boolean; schema: PropertySchema };

/** The form of a mode's rules, made from its schema: what the home accepts is what is asked for. */
export function ruleFields({ properties = {}, required = [] }: RulesSchema): RuleField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const { kind, isJson } = kindOf(schema);
    const initial = schema.default;
    return {
      name,
      kind,
      isJson,
      schema,
      required: required.includes(name) && initial === undefined,
      ...(schema.enum ? { options: schema.enum.map(String) } : {}),
      ...(initial === undefined
        ? {}
        : {
            initial:
              typeof initial === 'boolean' ? initial : isJson ? JSON.stringify(initial) : String(initial),
          }),
    };
  });
}

function kindOf({ type, enum: options }: PropertySchema): { kind: Field['kind']; isJson: boolean } {
  if (options) return { kind: 'choice', isJson: false };
  if (type === 'boolean') return { kind: 'flag', isJson: false };
  if (type === 'integer' || type === 'number') return { kind: 'number', isJson: false };
  if (type === 'string') return { kind: 'text', isJson: false };
  return { kind: 'long', isJson: true };
}

/** The rules as filled in. @throws SyntaxError where JSON was asked for and is none */
export function rulesFrom(
  fields: RuleField[],
  values: Record<string, string | boolean>,
): Record<string, unknown> {
  const rules: Record<string, unknown> = {};
  for (const { name, kind, isJson } of fields) {
    const value = values[name];
    if (value === undefined || value === '') continue;
    if (typeof value === 'boolean') rules[name] = value;
    else rules[name] = isJson ? JSON.parse(value) : kind === 'number' ? Number(value) : value;
  }
  return rules;
}
