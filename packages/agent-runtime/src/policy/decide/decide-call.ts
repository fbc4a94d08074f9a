import type { JsonObject } from '@agent-home/protocol';
import type { ConditionFacts } from '../conditions/condition-facts.ts';
import { StepMeter } from '../conditions/step-meter.ts';
import type { RiskLevel } from '../risk/risk-levels.ts';
import type { Decision } from './decision.ts';
import type { Opinions, PolicyQuestion } from './policy-opinion.ts';
import type { Rulebook } from './rulebook.ts';
import { strongest } from './strongest.ts';

/** What is known of the run when something is asked. */
export interface RunFacts {
  agent: string;
  /** Of the certified identity; empty where there is none. */
  agentId: string;
  provider: string;
  /** Whether words of others are in the run. */
  tainted: boolean;
  /** What woke the agent. */
  origin: string;
  /** What the session has remembered. */
  session: JsonObject;
  /** RFC 3339. */
  time: string;
  /** Tool calls of this run so far. */
  callsMade: number;
}

export interface CallQuestion extends RunFacts {
  /** Canonical name, after resolution: no spelling gets past a deny. */
  tool: string;
  risk: RiskLevel;
  arguments: JsonObject;
  sideEffects: boolean;
  /** Of the tool, where it has one. */
  dataScope?: JsonObject | undefined;
}

/** Whether a tool may be called now: deny over confirm over allow, over all layers. It always has an answer. */
export function decideCall(rulebook: Rulebook, question: CallQuestion): Decision {
  if (!(question.callsMade < rulebook.rules.maxToolCalls))
    return {
      effect: 'deny',
      code: 'too_many_tool_calls',
      rules: [{ layer: 'limits', rule: 'maxToolCalls', effect: 'deny' }],
    };
  return strongest(opinionsOnCall(rulebook, question));
}

/** What every layer says of a call, the limits apart, in their order. */
export function opinionsOnCall(rulebook: Rulebook, question: CallQuestion): Opinions {
  const { agent, tool, provider, risk, tainted } = question;
  const told: Opinions = { opinions: [rulebook.ofLists(tool)], failures: [] };
  const meter = new StepMeter();
  const data = dataAction(question);
  for (const action of data === undefined ? (['tool.call'] as const) : (['tool.call', data] as const)) {
    const policyQuestion: PolicyQuestion = { action, agent, tool, provider };
    rulebook.addPolicies(told, policyQuestion, { facts: once(() => factsOf(question, action)), meter });
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

/** Whether a model of this provider may be asked: policies alone speak of it. */
export function decideModel(rulebook: Rulebook, question: RunFacts): Decision {
  const { agent, provider } = question;
  const told: Opinions = {
    opinions: [{ rule: { layer: 'definition', rule: 'model', effect: 'allow' } }],
    failures: [],
  };
  rulebook.addPolicies(
    told,
    { action: 'model.use', agent, tool: '', provider },
    { facts: once(() => factsOf(question, 'model.use')), meter: new StepMeter() },
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
    { facts: once(() => factsOf(question, action)), meter: new StepMeter() },
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

function factsOf(
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

/** Whether the agent's own lists have the tool: what they do not is not even offered to a model. */
export function isListed(rulebook: Rulebook, tool: string): boolean {
  return rulebook.ofLists(tool).rule.effect === 'allow';
}
