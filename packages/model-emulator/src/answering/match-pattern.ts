import { jsonIn, valueAt } from '../patterns/json-path.ts';
import { foldCase, matchLike } from '../patterns/match-like.ts';
import type { Pattern } from '../scripts/pattern-schema.ts';
import type { Values } from './values.ts';

/** Returns true if a text matches a pattern, and adds the values of the pattern's names. */
export function matchPattern(pattern: Pattern, text: string, values: Values): boolean {
  const { contains, lacks, ignoreCase } = pattern;
  const fold = ignoreCase ? foldCase : (same: string) => same;
  const searched = fold(text);
  const has = (part: string) => searched.includes(fold(part));
  if (contains && !contains.some(has)) return false;
  if (lacks?.some(has)) return false;
  return matchLikePattern(pattern, text, values) && matchJson(pattern, text, values);
}

function matchLikePattern({ like, ignoreCase }: Pattern, text: string, values: Values): boolean {
  if (!like) return true;
  for (const segments of like) {
    const found = matchLike(segments, text, ignoreCase);
    if (!found) continue;
    for (const [name, value] of found) values.set(name, value);
    return true;
  }
  return false;
}

function matchJson({ json }: Pattern, text: string, values: Values): boolean {
  if (!json) return true;
  const document = jsonIn(text);
  if (document === undefined) return false;
  for (const [name, path] of Object.entries(json)) {
    const value = valueAt(document, path);
    if (value === undefined) return false;
    values.set(name, value);
  }
  return true;
}
