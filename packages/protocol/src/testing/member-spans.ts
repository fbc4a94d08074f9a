import { canonicalJson } from '../json/canonical-json.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

const encoder = new TextEncoder();

/**
 * Returns a function that maps each byte of an object's canonical JSON to its top-level member, or member of
 * `cert`.
 */
export function memberSpans(object: JsonObject): (index: number) => string {
  const spans: { name: string; end: number }[] = [];
  let end = 1;
  const add = (name: string, prefix: string, value: JsonValue) => {
    end += encoder.encode(
      `${prefix}${JSON.stringify(name.split('.').at(-1))}:${canonicalJson(value)}`,
    ).length;
    spans.push({ name, end });
  };
  for (const [index, name] of Object.keys(object).sort().entries()) {
    const comma = index === 0 ? '' : ',';
    if (name !== 'cert') {
      add(name, comma, object[name] ?? null);
      continue;
    }
    const certificate = object.cert as JsonObject;
    end += `${comma}"cert":{`.length;
    spans.push({ name: 'cert', end });
    for (const [position, field] of Object.keys(certificate).sort().entries()) {
      add(`cert.${field}`, position === 0 ? '' : ',', certificate[field] ?? null);
    }
    end += 1;
    spans.push({ name: 'cert', end });
  }
  return (index) => spans.find((span) => index < span.end)?.name ?? 'end';
}
