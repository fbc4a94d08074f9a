/** One role of a piece of work, as its rules name it. */
export interface RoleAsked {
  role_id: string;
  description: string;
}

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'choice'
  | 'flag'
  | 'yes-no'
  | 'moment'
  | 'agent'
  | 'agents'
  | 'circle'
  | 'owner'
  /** One text a line. */
  | 'lines'
  /** Several of some. */
  | 'checks'
  /** Two texts that stand opposite each other. */
  | 'pair'
  /** From a number to a number. */
  | 'range'
  | 'roles';

export type FieldUnit = 'seconds' | 'minutes' | 'hours' | 'count';

/** Field of a form. Its texts are `field.<name>` in the office's texts, for a mode's rule `rule.<name>`. */
export interface Field {
  name: string;
  kind: FieldKind;
  words?: 'field' | 'rule';
  /** Name of its texts, if it differs from the name. */
  called?: string;
  options?: readonly string[];
  /** Label for no choice. */
  without?: string;
  /** Rarely used: placed at the end of a form. */
  isRare?: boolean;
  required?: boolean;
  initial?: FieldValue;
  minimum?: number;
  maximum?: number;
  unit?: FieldUnit;
  /** True if a number may have a fraction. */
  fraction?: boolean;
  longest?: number;
  /** Condition on the values so far under which the field is shown. */
  when?: (values: FieldValues) => boolean;
  /** Other fields that this answer determines. */
  implies?: FieldValues;
  /** Shown always, but sent only if the answers require it. */
  sentWhen?: (values: FieldValues) => boolean;
}

export type FieldValue = string | boolean | readonly string[] | readonly RoleAsked[];
export type FieldValues = Record<string, FieldValue>;

export const toText = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '');
export const toTexts = (value: FieldValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
export const collectRoles = (value: FieldValue | undefined): RoleAsked[] =>
  Array.isArray(value) ? value.filter((one): one is RoleAsked => typeof one === 'object') : [];

const listKinds: ReadonlySet<FieldKind> = new Set(['agents', 'lines', 'checks', 'pair', 'range', 'roles']);

function emptyValue({ kind, options, required }: Field): FieldValue {
  if (kind === 'flag') return false;
  if (listKinds.has(kind)) return [];
  return kind === 'choice' && required ? (options?.[0] ?? '') : '';
}

/** Returns the initial values; `given` are answers from the URL. */
export function initialValues(fields: readonly Field[], given?: URLSearchParams): FieldValues {
  return Object.fromEntries(
    fields.map((field) => {
      const brought = given?.get(field.name);
      if (brought === null || brought === undefined || field.kind === 'roles')
        return [field.name, field.initial ?? emptyValue(field)];
      if (field.kind === 'flag') return [field.name, brought === 'true'];
      return [field.name, listKinds.has(field.kind) ? brought.split(',') : brought];
    }),
  );
}

/** Returns the values after one more answer, which may determine other fields too. */
export function answered(values: FieldValues, field: Field, value: FieldValue): FieldValues {
  const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0);
  return { ...values, ...(isEmpty ? {} : field.implies), [field.name]: value };
}

/** Returns the fields that apply to the answers so far. */
export function askedFields(fields: readonly Field[], values: FieldValues): Field[] {
  return fields.filter(({ when }) => !when || when(values));
}

/** Returns the answers as the API expects them, without empty ones. */
export function getBody(fields: readonly Field[], values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of askedFields(fields, values)) {
    if (field.sentWhen && !field.sentWhen(values)) continue;
    const answer = getAnswer(field, values[field.name]);
    if (answer !== undefined) body[field.name] = answer;
  }
  return body;
}

function getAnswer({ kind, required }: Field, value: FieldValue | undefined): unknown {
  if (typeof value === 'boolean') return value;
  if (kind === 'roles') {
    const roles = collectRoles(value).filter(
      ({ role_id: id, description }) => id !== '' || description !== '',
    );
    return roles.length > 0 ? roles : undefined;
  }
  if (listKinds.has(kind)) {
    const texts = toTexts(value)
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (kind === 'range')
      return texts.length === 2 ? { min: Number(texts[0]), max: Number(texts[1]) } : undefined;
    return texts.length > 0 || required ? texts : undefined;
  }
  const text = toText(value).trim();
  if (text === '') return undefined;
  if (kind === 'yes-no') return text === 'yes';
  if (kind === 'number') return Number(text);
  return kind === 'moment' ? new Date(text).toISOString() : text;
}
