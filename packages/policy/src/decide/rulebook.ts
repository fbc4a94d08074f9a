import type { NameTable } from '@agent-home/definition';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import type { StepMeter } from '../conditions/step-meter.ts';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import { combineRedactions, type Redaction } from '../redaction/compile-redaction.ts';
import type { RiskLevel } from '../risk/risk-levels.ts';
import { type InheritedRules, inheritedDeny } from './inherited-rules.ts';
import { type AgentLists, listOpinion } from './list-opinion.ts';
import { type OperatorRules, operatorOpinion } from './operator-opinion.ts';
import {
  addOpinions,
  type Opinions,
  type PolicyQuestion,
  type PolicyStand,
  standOf,
} from './policy-opinion.ts';
import type { Opinion } from './strongest.ts';

/** All that decisions of one run go by. */
export interface Rules {
  /** Of the run's tools. */
  names: NameTable;
  lists: AgentLists;
  policies: readonly CompiledPolicy[];
  operator: OperatorRules;
  maxToolCalls: number;
  /** Of the agents before in the chain of handoffs, the first first. */
  inherited?: readonly InheritedRules[];
}

/**
 * The rules of a run, asked again and again about a few tools: what lists, selectors and the operator say of a tool is worked
 * out once, and what depends on conditions alone each time. It changes no answer.
 */
export class Rulebook {
  readonly rules: Rules;
  readonly #lists = new Map<string, Opinion>();
  readonly #stands = new Map<string, PolicyStand[]>();
  readonly #operator = new Map<string, Opinion>();

  /** What no policy of the run wants to be shown: for whoever writes down or shows what came back. */
  readonly redaction: Redaction;
  readonly inherited: readonly InheritedRules[];

  constructor(rules: Rules) {
    this.rules = rules;
    this.inherited = rules.inherited ?? [];
    const policies = [...rules.policies, ...this.inherited.flatMap((each) => each.policies)];
    this.redaction = combineRedactions(policies.map(({ redaction }) => redaction));
  }

  ofLists(tool: string): Opinion {
    const { lists, names } = this.rules;
    return remembered(this.#lists, tool, () => {
      const own = listOpinion(lists, names, tool);
      return own.rule.effect === 'deny' ? own : (inheritedDeny(this.inherited, names, tool) ?? own);
    });
  }

  /** @param facts asked for where a rule has conditions alone */
  addPolicies(
    told: Opinions,
    question: PolicyQuestion,
    { facts, meter }: { facts: () => ConditionFacts; meter: StepMeter },
  ): void {
    this.#addStands(told, this.rules.policies, question, { facts, meter, owner: '' });
    for (const [index, { agent, agentId, policies }] of this.inherited.entries()) {
      const { length } = told.opinions;
      const asked = { ...question, agent };
      const factsOfIt = () => ({ ...facts(), agent: { name: agent, id: agentId } });
      this.#addStands(told, policies, asked, { facts: factsOfIt, meter, owner: `${index} ` });
      for (let at = length; at < told.opinions.length; at++) {
        const opinion = told.opinions[at];
        if (opinion) told.opinions[at] = { ...opinion, rule: { ...opinion.rule, agent } };
      }
    }
  }

  #addStands(
    told: Opinions,
    policies: readonly CompiledPolicy[],
    question: PolicyQuestion,
    { facts, meter, owner }: { facts: () => ConditionFacts; meter: StepMeter; owner: string },
  ): void {
    if (policies.length === 0) return;
    const { action, agent, tool, provider } = question;
    // With the lengths there is one key for each of them, whatever stands in a name.
    const key = `${owner}${action} ${agent.length} ${provider.length} ${agent}${provider}${tool}`;
    const stands = remembered(this.#stands, key, () =>
      policies.map((policy) => standOf(policy, question, this.rules.names)),
    );
    for (const stand of stands) {
      const isBound = stand.rules.some(({ holds }) => holds.length > 0);
      addOpinions(told, stand, isBound ? facts() : undefined, meter);
    }
  }

  ofOperator(tool: string, risk: RiskLevel, tainted: boolean): Opinion {
    const { operator, names } = this.rules;
    const key = `${risk} ${tainted} ${tool}`;
    return remembered(this.#operator, key, () => operatorOpinion(operator, names, { tool, risk, tainted }));
  }
}

/** Names come from models: a run that asks for more than this many asks for nothing sensible. */
const mostRemembered = 1_000;

function remembered<Value>(values: Map<string, Value>, key: string, work: () => Value): Value {
  const known = values.get(key);
  if (known !== undefined) return known;
  if (values.size >= mostRemembered) values.clear();
  const value = work();
  values.set(key, value);
  return value;
}
