import { matchesList, type NameTable } from '../../definition/index.ts';
import type { ConditionErrorCode, ConditionFailure, DecidingRule } from '../../run-log/index.ts';
import type { Condition } from '../conditions/compile-condition.ts';
import { ConditionError } from '../conditions/condition-error.ts';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import type { StepMeter } from '../conditions/step-meter.ts';
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

/** Rules of one policy whose selectors match a question, each with its conditions. */
export interface PolicyStand {
  rules: { opinion: Opinion; holds: readonly Condition[] }[];
  /** Opinion of a policy that allows some calls of this action but not this one. */
  otherwise: Opinion | undefined;
}

/** Collected opinions, and conditions that could not be evaluated. */
export interface Opinions {
  opinions: Opinion[];
  failures: ConditionFailure[];
}

/**
 * Returns the verdict of one policy. A matching deny denies. A policy with allow rules for this action denies every call that none
 * of them matches (ADR 0023). A policy without a rule for the action has no effect; no policy widens another.
 */
export function getStand(policy: CompiledPolicy, question: PolicyQuestion, names: NameTable): PolicyStand {
  const ofAction = policy.rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => rule.action === question.action);
  const { action } = question;
  return {
    rules: ofAction
      .filter(({ rule }) => selects(rule, question, names))
      .map(({ rule, index }) => ({ opinion: getOpinion(policy, rule, index), holds: rule.holds })),
    otherwise: ofAction.some(({ rule }) => rule.effect === 'allow')
      ? { rule: getRule(policy, 'spec.rules', 'deny', action), code: 'not_allowed_by_policy' }
      : undefined,
  };
}

export function addOpinions(
  { opinions, failures }: Opinions,
  { rules, otherwise }: PolicyStand,
  facts: ConditionFacts | undefined,
  meter: StepMeter,
): void {
  let isAllowed = false;
  let failed: ConditionErrorCode | undefined;
  for (const { opinion, holds } of rules) {
    const isDeny = opinion.rule.effect === 'deny';
    const verdict = facts === undefined ? { holds: true } : judge(holds, { facts, meter, isDeny });
    const { error } = verdict;
    if (error !== undefined) {
      const { policy, rule } = opinion.rule;
      if (policy) failures.push({ policy, rule, error });
      if (!isDeny) failed ??= error;
    }
    if (!verdict.holds) continue;
    opinions.push(error === undefined ? opinion : { ...opinion, rule: { ...opinion.rule, error } });
    if (!isDeny) isAllowed = true;
  }
  if (!otherwise || isAllowed) return;
  opinions.push(
    failed === undefined ? otherwise : { ...otherwise, rule: { ...otherwise.rule, error: failed } },
  );
}

/** Evaluates a rule's conditions. If one fails, an allow does not match and a deny does (ADR 0024). */
function judge(
  conditions: readonly Condition[],
  { facts, meter, isDeny }: { facts: ConditionFacts; meter: StepMeter; isDeny: boolean },
): { holds: boolean; error?: ConditionErrorCode } {
  let error: ConditionErrorCode | undefined;
  for (const condition of conditions) {
    try {
      if (!condition(facts, meter)) return error === undefined ? { holds: false } : { holds: false, error };
    } catch (thrown) {
      if (!(thrown instanceof ConditionError)) throw thrown;
      error ??= thrown.code;
      if (!isDeny) return { holds: false, error };
    }
  }
  return error === undefined ? { holds: true } : { holds: true, error };
}

function getOpinion(policy: CompiledPolicy, rule: PolicyRule, index: number): Opinion {
  const effect = getEffect(rule);
  const { approval } = rule.conditions;
  return {
    rule: {
      ...getRule(policy, `spec.rules[${index}]`, effect, rule.action),
      ...(effect === 'confirm' && approval !== undefined ? { approval } : {}),
    },
    ...(effect === 'deny' ? { code: 'denied_by_policy' as const } : {}),
    ...(effect === 'confirm' ? { code: 'needs_approval' as const } : {}),
  };
}

function getEffect({ effect, conditions }: PolicyRule): Effect {
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
    // A PolicySpec uses the tool names of AgentSpecs, an author any name, so the tools that they mean are compared.
    (selector.tool === '*' || (tool !== '' && matchesList(names, [selector.tool], tool, effect)))
  );
}

function getRule(
  { name, version, sha256, boundBy }: CompiledPolicy,
  rule: string,
  effect: Effect,
  action: PolicyRule['action'],
): DecidingRule {
  const isOfData = action === 'data.read' || action === 'data.write';
  return {
    layer: 'policy',
    rule,
    effect,
    policy: { name, version, sha256 },
    ...(boundBy === undefined ? {} : { bound_by: boundBy }),
    ...(isOfData ? { action } : {}),
  };
}
