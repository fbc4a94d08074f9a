import type { NameTable } from '../../definition/index.ts';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import type { StepMeter } from '../conditions/step-meter.ts';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import { combineRedactions, type Redaction } from '../redaction/compile-redaction.ts';
import type { RiskLevel } from '../risk/risk-levels.ts';
import { type BoundRules, staleOpinion } from './bound-rules.ts';
import { type InheritedRules, inheritedDeny } from './inherited-rules.ts';
import { type AgentLists, listOpinion } from './list-opinion.ts';
import { type OperatorRules, operatorOpinion } from './operator-opinion.ts';
import {
  addOpinions,
  getStand,
  type Opinions,
  type PolicyQuestion,
  type PolicyStand,
} from './policy-opinion.ts';
import { isStricter, type Opinion } from './strongest.ts';

/** Rules at the time of a resumption: they narrow the original rules and never widen them (ADR 0042). */
export interface PresentRules {
  /** Absent if the agent does not exist any more. */
  lists?: AgentLists | undefined;
  /** Rules that the run did not begin with. */
  policies: readonly CompiledPolicy[];
  operator: OperatorRules;
}

/** Rules for the decisions of one run. */
export interface Rules {
  /** Names of the run's tools. */
  names: NameTable;
  lists: AgentLists;
  policies: readonly CompiledPolicy[];
  operator: OperatorRules;
  maxToolCalls: number;
  /** Rules of the earlier agents in the chain of handoffs, first agent first. */
  inherited?: readonly InheritedRules[];
  present?: PresentRules | undefined;
  /** Certified policies for the run's identity. */
  bound?: BoundRules | undefined;
}

/**
 * Rules of a run. A run decides about a few tools many times, so the opinions of lists, selectors and the
 * operator are cached per tool; conditions are evaluated each time. The cache changes no decision.
 */
export class Rulebook {
  readonly rules: Rules;
  readonly #lists = new Map<string, Opinion>();
  readonly #stands = new Map<string, PolicyStand[]>();
  readonly #operator = new Map<string, Opinion>();

  /** Patterns that the policies of the run hide, for every place that stores or shows a tool result. */
  readonly redaction: Redaction;
  readonly inherited: readonly InheritedRules[];

  constructor(rules: Rules) {
    this.rules = rules;
    this.inherited = rules.inherited ?? [];
    const policies = [
      ...rules.policies,
      ...(rules.present?.policies ?? []),
      ...this.inherited.flatMap((each) => each.policies),
      ...(rules.bound?.policies ?? []),
    ];
    this.redaction = combineRedactions(policies.map(({ redaction }) => redaction));
  }

  ofLists(tool: string): Opinion {
    const { lists, names, present } = this.rules;
    return remembered(this.#lists, tool, () => {
      const begun = listOpinion(lists, names, tool);
      const own = stricter(begun, present?.lists && listOpinion(present.lists, names, tool));
      return own.rule.effect === 'deny' ? own : (inheritedDeny(this.inherited, names, tool) ?? own);
    });
  }

  /** @param facts called only if a rule has conditions */
  addPolicies(
    told: Opinions,
    question: PolicyQuestion,
    { facts, meter }: { facts: () => ConditionFacts; meter: StepMeter },
  ): void {
    const { policies: own, present, bound } = this.rules;
    this.#addStands(told, own, question, { facts, meter, owner: '' });
    if (present)
      marked(told, { present: true }, () =>
        this.#addStands(told, present.policies, question, { facts, meter, owner: 'present ' }),
      );
    for (const [index, { agent, agentId, policies, present: isPresent }] of this.inherited.entries()) {
      const asked = { ...question, agent };
      const factsOfIt = () => ({ ...facts(), agent: { name: agent, id: agentId } });
      marked(told, { agent, ...(isPresent ? { present: isPresent } : {}) }, () =>
        this.#addStands(told, policies, asked, { facts: factsOfIt, meter, owner: `${index} ` }),
      );
    }
    if (bound) this.#addBound(told, bound, question, { facts, meter });
  }

  #addBound(
    told: Opinions,
    { agentId, policies, isStale }: BoundRules,
    question: PolicyQuestion,
    { facts, meter }: { facts: () => ConditionFacts; meter: StepMeter },
  ): void {
    const factsOfIdentity = () => ({ ...facts(), agent: { name: agentId, id: agentId } });
    const ofIdentity = { ...question, agent: agentId };
    this.#addStands(told, policies, ofIdentity, { facts: factsOfIdentity, meter, owner: 'bound ' });
    if (isStale && question.action !== 'model.use') told.opinions.push(staleOpinion);
  }

  #addStands(
    told: Opinions,
    policies: readonly CompiledPolicy[],
    question: PolicyQuestion,
    { facts, meter, owner }: { facts: () => ConditionFacts; meter: StepMeter; owner: string },
  ): void {
    if (policies.length === 0) return;
    const { action, agent, tool, provider } = question;
    // The lengths make the key unambiguous for any characters in the names.
    const key = `${owner}${action} ${agent.length} ${provider.length} ${agent}${provider}${tool}`;
    const stands = remembered(this.#stands, key, () =>
      policies.map((policy) => getStand(policy, question, this.rules.names)),
    );
    for (const stand of stands) {
      const isBound = stand.rules.some(({ holds }) => holds.length > 0);
      addOpinions(told, stand, isBound ? facts() : undefined, meter);
    }
  }

  ofOperator(tool: string, risk: RiskLevel, tainted: boolean): Opinion {
    const { operator, names, present } = this.rules;
    const key = `${risk} ${tainted} ${tool}`;
    const of = (rules: OperatorRules) => operatorOpinion(rules, names, { tool, risk, tainted });
    return remembered(this.#operator, key, () => stricter(of(operator), present && of(present.operator)));
  }
}

/** Returns the opinion that a run began with, unless the present one permits less. */
function stricter(begun: Opinion, present: Opinion | undefined): Opinion {
  if (!present || !isStricter(present, begun)) return begun;
  return { ...present, rule: { ...present.rule, present: true } };
}

/** Marks the rules of all opinions that are added during `add` with their agent, or as present rules. */
function marked(told: Opinions, mark: Pick<Opinion['rule'], 'agent' | 'present'>, add: () => void): void {
  const { length } = told.opinions;
  add();
  for (let at = length; at < told.opinions.length; at++) {
    const opinion = told.opinions[at];
    if (opinion) told.opinions[at] = { ...opinion, rule: { ...opinion.rule, ...mark } };
  }
}

/** Cache limit. Tool names come from models; no sensible run requests more. */
const mostRemembered = 1_000;

function remembered<Value>(values: Map<string, Value>, key: string, work: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  if (values.size >= mostRemembered) values.clear();
  const value = work();
  values.set(key, value);
  return value;
}
