import type { RiskLevel } from '../risk/risk-levels.ts';
import type { Decision } from './decision.ts';
import type { Rulebook } from './rulebook.ts';
import { strongest } from './strongest.ts';

export interface CallQuestion {
  agent: string;
  /** Canonical name, after resolution: no spelling gets past a deny. */
  tool: string;
  risk: RiskLevel;
  provider: string;
  /** Whether words of others are in the run. */
  tainted: boolean;
  /** RFC 3339. */
  time: string;
  /** Tool calls of this run so far. */
  callsMade: number;
}

/** Whether a tool may be called now: deny over confirm over allow, over all layers. It always has an answer. */
export function decideCall(rulebook: Rulebook, question: CallQuestion): Decision {
  if (!(question.callsMade < rulebook.rules.maxToolCalls))
    return {
      effect: 'deny',
      code: 'too_many_tool_calls',
      rules: [{ layer: 'limits', rule: 'maxToolCalls', effect: 'deny' }],
    };
  const { agent, tool, provider, risk, tainted, time } = question;
  return strongest([
    rulebook.ofLists(tool),
    ...rulebook.ofPolicies({ action: 'tool.call', agent, tool, provider }, time),
    rulebook.ofOperator(tool, risk, tainted),
  ]);
}

/** Whether a model of this provider may be asked: policies alone speak of it. */
export function decideModel(
  rulebook: Rulebook,
  { agent, provider, time }: { agent: string; provider: string; time: string },
): Decision {
  return strongest([
    { rule: { layer: 'definition', rule: 'model', effect: 'allow' } },
    ...rulebook.ofPolicies({ action: 'model.use', agent, tool: '', provider }, time),
  ]);
}

/** Whether the agent's own lists have the tool: what they do not is not even offered to a model. */
export function isListed(rulebook: Rulebook, tool: string): boolean {
  return rulebook.ofLists(tool).rule.effect === 'allow';
}
