import { modeNames } from '../../living-room/mode-names.ts';
import type { Field, FieldKind, FieldUnit, FieldValue } from './field.ts';

/** The part of JSON Schema that the rules of the modes use. */
interface PropertySchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: PropertySchema;
  prefixItems?: PropertySchema[];
  properties?: Record<string, PropertySchema>;
}

export interface RulesSchema {
  properties?: Record<string, PropertySchema>;
  required?: string[];
}

/** Groups of fields in the form of a mode, in this order. */
export const ruleGroups = ['content', 'course', 'time', 'bounds', 'proposals'] as const;
export type RuleGroup = (typeof ruleGroups)[number];
export type RuleField = Field & { group: RuleGroup };

/** Values that a form suggests where the default rules need more agents than a new home has. */
const suggested: Record<string, Record<string, string>> = { debate: { side_max: '1' } };

/** Creates the form of a mode's rules from its schema, so that it accepts exactly what the home accepts. */
export function ruleFields({ properties = {}, required = [] }: RulesSchema, mode = ''): RuleField[] {
  return Object.entries(properties).flatMap(([name, schema]): RuleField[] => {
    // A single possible value needs no field.
    if (schema.const !== undefined || schema.enum?.length === 1) return [];
    const kind = getKind(name, schema);
    const options = getOptions(name, schema);
    const unit = kind === 'number' ? getUnit(name) : undefined;
    const bounds = kind === 'range' ? (schema.properties?.min ?? {}) : schema;
    const initial = suggested[mode]?.[name] ?? findInitial(kind, schema);
    return [
      {
        name,
        kind,
        words: 'rule',
        group: getGroup(name, kind, unit),
        required: required.includes(name) && schema.default === undefined,
        ...(options ? { options } : {}),
        ...(unit ? { unit } : {}),
        ...(schema.type === 'number' ? { fraction: true } : {}),
        ...(bounds.minimum === undefined ? {} : { minimum: bounds.minimum }),
        ...(bounds.maximum === undefined ? {} : { maximum: bounds.maximum }),
        ...(schema.maxLength === undefined ? {} : { longest: schema.maxLength }),
        ...(initial === undefined ? {} : { initial }),
      },
    ];
  });
}

function getKind(
  name: string,
  { type, enum: options, items, prefixItems, properties }: PropertySchema,
): FieldKind {
  if (options) return 'choice';
  if (type === 'boolean') return 'flag';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'object' && properties?.min && properties.max) return 'range';
  if (type !== 'array') return 'text';
  if (prefixItems) return 'pair';
  if (items?.properties) return 'roles';
  return items?.enum || name === 'allowed_propose_topic_modes' ? 'checks' : 'lines';
}

function getOptions(name: string, { enum: options, items }: PropertySchema): readonly string[] | undefined {
  if (name === 'allowed_propose_topic_modes') return modeNames;
  return (options ?? items?.enum)?.map(String);
}

function getUnit(name: string): FieldUnit {
  if (name.endsWith('_seconds')) return 'seconds';
  return name.endsWith('_hours') ? 'hours' : 'count';
}

function findInitial(kind: FieldKind, schema: PropertySchema): FieldValue | undefined {
  if (kind === 'range') return ['min', 'max'].map((end) => String(schema.properties?.[end]?.default ?? ''));
  if (kind === 'roles') return [{ role_id: '', description: '' }];
  const { default: initial } = schema;
  if (initial === undefined) return kind === 'pair' ? ['', ''] : undefined;
  if (typeof initial === 'boolean') return initial;
  return Array.isArray(initial) ? initial.map(String) : String(initial);
}

function getGroup(name: string, kind: FieldKind, unit: FieldUnit | undefined): RuleGroup {
  if (name.includes('propos')) return 'proposals';
  if (kind === 'roles' || kind === 'lines' || kind === 'pair') return 'content';
  if (unit === 'seconds' || unit === 'hours') return 'time';
  return kind === 'number' || kind === 'range' ? 'bounds' : 'course';
}
