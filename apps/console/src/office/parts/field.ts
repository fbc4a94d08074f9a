/** One thing a form asks for. Labels are `field.<name>` in the office's texts. */
export interface Field {
  name: string;
  kind: 'text' | 'long' | 'number' | 'choice' | 'flag' | 'yes-no' | 'ids' | 'moment';
  options?: readonly string[];
  required?: boolean;
  initial?: FieldValue;
  /** Only where the answers so far say so. */
  when?: (values: FieldValues) => boolean;
}

export type FieldValue = string | boolean;
export type FieldValues = Record<string, FieldValue>;

/** `given` are answers that the address brings along. */
export function initialValues(fields: readonly Field[], given?: URLSearchParams): FieldValues {
  return Object.fromEntries(
    fields.map(({ name, kind, options, required, initial }) => [
      name,
      given?.get(name) ??
        initial ??
        (kind === 'flag' ? false : kind === 'choice' && required ? (options?.[0] ?? '') : ''),
    ]),
  );
}

/** What was filled in, as the API wants it; what was left empty is left out. */
export function bodyOf(fields: readonly Field[], values: FieldValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, kind, when } of fields) {
    const value = values[name];
    if (value === undefined || value === '' || (when && !when(values))) continue;
    if (typeof value === 'boolean') body[name] = value;
    else if (kind === 'yes-no') body[name] = value === 'yes';
    else if (kind === 'number') body[name] = Number(value);
    else if (kind === 'ids') body[name] = value.split(/[\s,]+/).filter((id) => id !== '');
    else if (kind === 'moment') body[name] = new Date(value).toISOString();
    else body[name] = value;
  }
  return body;
}
