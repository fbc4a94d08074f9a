import type { Facts, ToolResult } from '../conversation/facts.ts';
import { fitsGlob } from '../patterns/glob.ts';
import type { Pattern, ResultPattern } from '../scripts/pattern-schema.ts';
import type { When } from '../scripts/when-schema.ts';
import { matchPattern } from './match-pattern.ts';
import type { Values } from './values.ts';

/** Returns the values that a rule extracts from a request; undefined if the rule does not match. */
export function matchRule(when: When, facts: Facts): Values | undefined {
  const values: Values = new Map();
  const fits =
    fitsNames(when, facts) &&
    fitsCount(when, facts.count) &&
    all(when.system, (pattern) => matchPattern(pattern, facts.conversation.system, values)) &&
    all(when.user, (pattern) => matchPattern(pattern, facts.user, values)) &&
    all(when.results, (pattern) => acceptResult(pattern, facts.results, values)) &&
    all(when.after, (pattern) => acceptResult(pattern, facts.latest, values));
  return fits ? values : undefined;
}

export function fitsModel({ model }: When, name: string): boolean {
  return model === undefined || model.some((pattern) => fitsGlob(pattern, name));
}

function fitsNames(when: When, { conversation: { model, tools } }: Facts): boolean {
  const isOffered = (pattern: string) => tools.some((tool) => fitsGlob(pattern, tool));
  return fitsModel(when, model) && all(when.tools, isOffered) && !when.withoutTools?.some(isOffered);
}

function fitsCount({ count }: When, now: number): boolean {
  return count === undefined || (now >= count.from && (count.to === undefined || now <= count.to));
}

function acceptResult(pattern: ResultPattern, results: ToolResult[], values: Values): boolean {
  return results.some(({ tool, text }) => {
    const own: Values = new Map();
    if (!fitsGlob(pattern.tool, tool) || !matchPattern(pattern satisfies Pattern, text, own)) return false;
    for (const [name, value] of own) values.set(name, value);
    return true;
  });
}

function all<Item>(items: Item[] | undefined, holds: (item: Item) => boolean): boolean {
  return items === undefined || items.every(holds);
}
