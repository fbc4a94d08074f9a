import type { NameTable } from '@agent-home/definition';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import type { StepMeter } from '../conditions/step-meter.ts';
import type { CompiledPolicy } from '../policies/compiled-policy.ts';
import { combineRedactions, type Redaction } from '../redaction/compile-redaction.ts';
import type { RiskLevel } from '../risk/risk-levels.ts';
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

  constructor(rules: Rules) {
    this.rules = rules;
    this.redaction = combineRedactions(rules.policies.map(({ redaction }) => redaction));
  }

  ofLists(tool: string): Opinion {
    const { lists, names } = this.rules;
    return remembered(this.#lists, tool, () => listOpinion(lists, names, tool));
  }

  /** @param facts asked for where a rule has conditions alone */
  addPolicies(
    told: Opinions,
    question: PolicyQuestion,
    { facts, meter }: { facts: () => ConditionFacts; meter: StepMeter },
  ): void {
    const { policies, names } = this.rules;
    if (policies.length === 0) return;
    const { action, agent, tool, provider } = question;
    // With the lengths there is one key for each of them, whatever stands in a name.
    const key = `${action} ${agent.length} ${provider.length} ${agent}${provider}${tool}`;
    const stands = remembered(this.#stands, key, () =>
      policies.map((policy) => standOf(policy, question, names)),
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
