import type { JsonValue } from '@agent-home/protocol';
import { type Filter, placeholdersIn, readFilter } from '../scripts/placeholders.ts';
import type { Values } from './values.ts';

/** Returns a text with its `{{names}}` replaced. */
export function fillIn(text: string, values: Values): string {
  let filled = '';
  let position = 0;
  for (const { name, filters, begin, end } of placeholdersIn(text)) {
    filled += text.slice(position, begin) + asText(filtered(values.get(name) ?? '', filters));
    position = end;
  }
  return filled + text.slice(position);
}

/** Replaces names in all texts of a value. A text that is only a name becomes its value, of any type. */
export function fillInValue(value: JsonValue, values: Values): JsonValue {
  if (typeof value === 'string') {
    const [only] = placeholdersIn(value);
    const isAlone = only?.begin === 0 && only.end === value.length;
    return isAlone ? filtered(values.get(only.name) ?? '', only.filters) : fillIn(value, values);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillInValue(item, values));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillInValue(inner, values)]));
}

function filtered(value: JsonValue, filters: string[]): JsonValue {
  return filters.reduce<JsonValue>((now, text) => {
    const filter = readFilter(text);
    return filter ? apply(filter, now) : now;
  }, value);
}

function apply(filter: Filter, value: JsonValue): JsonValue {
  const text = asText(value);
  switch (filter[0]) {
    case 'first':
      return [...text].slice(0, filter[1]).join('');
    case 'or':
      return text === '' ? filter[1] : value;
    case 'line':
      return text.replace(/\s+/g, ' ').trim();
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
  }
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
