import { matchesList, type NameTable } from '@agent-home/definition';
import type { DecidingRule } from '@agent-home/run-log';
import type { CompiledPolicy, PolicyRule } from '../policies/compiled-policy.ts';
import { matchesName } from '../policies/matches-name.ts';
import type { Effect } from './decision.ts';
import type { Opinion } from './strongest.ts';

export interface PolicyQuestion {
  action: PolicyRule['action'];
  agent: string;
  /** Canonical name; empty where no tool is called. */
  tool: string;
  provider: string;
}

/** The rules of one policy whose selectors match a question, each with its condition, if it has one. */
export interface PolicyStand {
  rules: { opinion: Opinion; holds: ((now: number) => boolean) | undefined }[];
  /** What the policy says where it allows some of this action, and nothing of this question. */
  otherwise: Opinion | undefined;
}

/**
 * What one policy has to say: a rule that denies, denies; where it has rules that allow this action, what none of them
 * matches is denied (ruling 1). A policy that says nothing of the action has no opinion, and never widens what others narrow.
 */
export function standOf(policy: CompiledPolicy, question: PolicyQuestion, names: NameTable): PolicyStand {
  const ofAction = policy.rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.action === question.action);
  return {
    rules: ofAction
      .filter(({ rule }) => selects(rule, question, names))
      .map(({ rule, index }) => ({ opinion: opinionOf(policy, rule, index), holds: holdsAt(rule) })),
    otherwise: ofAction.some(({ rule }) => rule.effect === 'allow')
      ? { rule: ruleOf(policy, 'spec.rules', 'deny'), code: 'not_allowed_by_policy' }
      : undefined,
  };
}

/** @param now milliseconds since 1970, or NaN where nobody knows */
export function addOpinions(opinions: Opinion[], { rules, otherwise }: PolicyStand, now: number): void {
  let isAllowed = false;
  for (const { opinion, holds } of rules) {
    if (holds && !holds(now)) continue;
    opinions.push(opinion);
    if (opinion.rule.effect !== 'deny') isAllowed = true;
  }
  if (otherwise && !isAllowed) opinions.push(otherwise);
}

function opinionOf(policy: CompiledPolicy, rule: PolicyRule, index: number): Opinion {
  const effect = effectOf(rule);
  const { approval } = rule.conditions;
  return {
    rule: {
      ...ruleOf(policy, `spec.rules[${index}]`, effect),
      ...(effect === 'confirm' && approval !== undefined ? { approval } : {}),
    },
    ...(effect === 'deny' ? { code: 'denied_by_policy' as const } : {}),
    ...(effect === 'confirm' ? { code: 'needs_approval' as const } : {}),
  };
}

function effectOf({ effect, conditions }: PolicyRule): Effect {
  return effect === 'allow' && conditions.approval !== undefined ? 'confirm' : effect;
}

function selects(
  { effect, selector }: PolicyRule,
  { agent, tool, provider }: PolicyQuestion,
  names: NameTable,
): boolean {
  return (
    matchesName(selector.agent, agent) &&
    matchesName(selector.modelProvider, provider) &&
    // A PolicySpec says tools by the names of AgentSpecs, an author by any: compared is which tool is meant.
    (selector.tool === '*' || (tool !== '' && matchesList(names, [selector.tool], tool, effect)))
  );
}

/** A condition that cannot be judged: what allows does not hold, what denies does (ruling 2). */
function holdsAt({
  effect,
  conditions: { notBefore, notAfter },
}: PolicyRule): ((now: number) => boolean) | undefined {
  if (notBefore === undefined && notAfter === undefined) return undefined;
  const from = notBefore === undefined ? Number.NEGATIVE_INFINITY : Date.parse(notBefore);
  const to = notAfter === undefined ? Number.POSITIVE_INFINITY : Date.parse(notAfter);
  return effect === 'deny' ? (now) => !(now < from || now > to) : (now) => now >= from && now <= to;
}

function ruleOf({ name, version, sha256 }: CompiledPolicy, rule: string, effect: Effect): DecidingRule {
  return { layer: 'policy', rule, effect, policy: { name, version, sha256 } };
}
