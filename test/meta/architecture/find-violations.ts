import type { ImportGraph } from '../../../infra/imports/import-graph.ts';
import { findCycles } from './find-cycles.ts';
import type { ImportRule } from './import-rules.ts';

interface Violation {
  rule: string;
  from: string;
  /** Imported files one after the other: one target, or the rest of a cycle. */
  to: readonly string[];
}

const matches = (pattern: string | undefined, file: string) =>
  pattern === undefined || new RegExp(pattern).test(file);

/** Replaces `$1` and the like in a pattern by the groups of a match. */
function withGroups(pattern: string, groups: readonly string[]): string {
  return pattern.replaceAll(/\$(\d)/g, (placeholder, digit: string) => {
    const group = groups[Number(digit)];
    return group === undefined ? placeholder : group.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
}

/** Returns the test for targets that a rule forbids to this file, or undefined if the rule does not concern it. */
function forbiddenTargets(rule: ImportRule, file: string): ((target: string) => boolean) | undefined {
  const groups = new RegExp(rule.from.path ?? '').exec(file);
  if (!groups || (rule.from.pathNot !== undefined && matches(rule.from.pathNot, file))) return undefined;
  const { path, pathNot, isCore } = rule.to;
  const patterns = path === undefined ? [] : typeof path === 'string' ? [path] : path;
  const expressions = patterns.map((pattern) => new RegExp(withGroups(pattern, groups)));
  const exception = pathNot === undefined ? undefined : new RegExp(withGroups(pathNot, groups));
  return (target) =>
    (path === undefined || expressions.some((expression) => expression.test(target))) &&
    !exception?.test(target) &&
    (isCore === undefined || target.startsWith('node:'));
}

/** Returns the imports that the rules forbid, rule by rule in the order of the rules. */
export function findViolations(graph: ImportGraph, rules: readonly ImportRule[]): Violation[] {
  return rules.flatMap((rule): Violation[] => {
    if (rule.to.isCycle)
      return findCycles(graph).map((cycle) => {
        const [from = '', ...to] = cycle;
        return { rule: rule.name, from, to: [...to, from] };
      });
    return [...graph].flatMap(([from, targets]) => {
      const isForbidden = forbiddenTargets(rule, from);
      return isForbidden
        ? targets.filter(isForbidden).map((target) => ({ rule: rule.name, from, to: [target] }))
        : [];
    });
  });
}
