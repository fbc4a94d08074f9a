import type { JsonObject } from '@agent-home/protocol';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import { StepMeter } from '../conditions/step-meter.ts';
import type { RiskLevel } from '../risk/risk-levels.ts';
import type { Decision } from './decision.ts';
import type { Opinions, PolicyQuestion } from './policy-opinion.ts';
import type { Rulebook } from './rulebook.ts';
import { strongest } from './strongest.ts';

/** Facts about the run at the time of a question. */
export interface RunFacts {
  agent: string;
  /** Id of the certified identity; empty if there is none. */
  agentId: string;
  provider: string;
  /** True if the run has read text of others. */
  tainted: boolean;
  /** Origin of the run. */
  origin: string;
  /** State that the session has stored. */
  session: JsonObject;
  /** RFC 3339. */
  time: string;
  /** Tool calls of this run so far. */
  callsMade: number;
}

export interface CallQuestion extends RunFacts {
  /** Canonical name after resolution, so that no spelling bypasses a deny. */
  tool: string;
  risk: RiskLevel;
  arguments: JsonObject;
  sideEffects: boolean;
  /** Scope of the tool's data, if it has one. */
  dataScope?: JsonObject | undefined;
}

/** Decides if a tool may be called now: deny before confirm before allow, over all layers. Never throws. */
export function decideCall(rulebook: Rulebook, question: CallQuestion): Decision {
  if (!(question.callsMade < rulebook.rules.maxToolCalls))
    return {
      effect: 'deny',
      code: 'too_many_tool_calls',
      rules: [{ layer: 'limits', rule: 'maxToolCalls', effect: 'deny' }],
    };
  return strongest(opinionsOnCall(rulebook, question));
}

/** Returns the opinion of each layer about a call, limits excluded, in the order of the layers. */
export function opinionsOnCall(rulebook: Rulebook, question: CallQuestion): Opinions {
  const { agent, tool, provider, risk, tainted } = question;
  const told: Opinions = { opinions: [rulebook.ofLists(tool)], failures: [] };
  const meter = new StepMeter();
  const data = dataAction(question);
  for (const action of data === undefined ? (['tool.call'] as const) : (['tool.call', data] as const)) {
    const policyQuestion: PolicyQuestion = { action, agent, tool, provider };
    rulebook.addPolicies(told, policyQuestion, { facts: once(() => collectFacts(question, action)), meter });
  }
  told.opinions.push(rulebook.ofOperator(tool, risk, tainted));
  return told;
}

/**
 * Returns the data action of a call (ADR 0028). Calls of tools with a data scope and of home tools are a write if they have
 * side effects, else a read.
 */
export function dataAction({
  tool,
  sideEffects,
  dataScope,
}: Pick<CallQuestion, 'tool' | 'sideEffects' | 'dataScope'>): 'data.read' | 'data.write' | undefined {
  if (dataScope === undefined && !tool.startsWith('home.')) return undefined;
  return sideEffects ? 'data.write' : 'data.read';
}

/** Decides if a model of this provider may be called. Only policies affect this decision. */
export function decideModel(rulebook: Rulebook, question: RunFacts): Decision {
  const { agent, provider } = question;
  const told: Opinions = {
    opinions: [{ rule: { layer: 'definition', rule: 'model', effect: 'allow' } }],
    failures: [],
  };
  rulebook.addPolicies(
    told,
    { action: 'model.use', agent, tool: '', provider },
    { facts: once(() => collectFacts(question, 'model.use')), meter: new StepMeter() },
  );
  return strongest(told);
}

/** Decides about a recall or a memorize (ADR 0028): the definition requests it, and data policies narrow it. */
export function decideMemory(
  rulebook: Rulebook,
  action: 'data.read' | 'data.write',
  question: RunFacts,
): Decision {
  const { agent, provider } = question;
  const told: Opinions = {
    opinions: [{ rule: { layer: 'definition', rule: 'memory', effect: 'allow' } }],
    failures: [],
  };
  rulebook.addPolicies(
    told,
    { action, agent, tool: '', provider },
    { facts: once(() => collectFacts(question, action)), meter: new StepMeter() },
  );
  return strongest(told);
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function collectFacts(
  question: RunFacts & Partial<CallQuestion>,
  action: ConditionFacts['action'],
): ConditionFacts {
  const { agent, agentId, tool = '', risk = '', provider, tainted, origin, callsMade } = question;
  return {
    action,
    agent: { name: agent, id: agentId },
    tool,
    arguments: question.arguments ?? {},
    risk,
    provider,
    tainted,
    origin,
    calls: callsMade,
    scope: question.dataScope ?? {},
    session: question.session,
    time: Date.parse(question.time),
  };
}

/** Returns true if the agent's own lists have the tool. Other tools are not offered to a model. */
export function isListed(rulebook: Rulebook, tool: string): boolean {
  return rulebook.ofLists(tool).rule.effect === 'allow';
}
