import { type Action, type CaseTool, type House, type Question, risks, type Verdict } from '../case.ts';
import { judgeConditions } from './conditions.ts';
import { forbids, meant, permits } from './meanings.ts';

type Say = { effect: 'allow' | 'confirm' | 'deny'; by: string };

/**
 * Returns the expected verdict, written from the requirements alone: S3-21, S3-22, S3-51, S3-55 to S3-62, S0-80 to S0-89 and ADR
 * 0023 to ADR 0029. It imports none of the code that it judges; lint enforces that.
 */
export function judgeCase(house: House, question: Question): Verdict {
  const unjudged: string[] = [];
  if (question.requested === undefined) {
    const asked: Asked = { question, action: 'model.use', tool: undefined, unjudged };
    const says = [...policiesSay(house, asked), ...boundSay(house, asked)];
    return strongest([{ effect: 'allow', by: 'definition model' }, ...says], unjudged);
  }
  const tool = meant(house, question.requested);
  if (!tool) return { effect: 'no_tool', by: [], unjudged };
  if (question.callsMade >= house.maxToolCalls)
    return { effect: 'deny', by: ['limits maxToolCalls'], unjudged };
  const actions: Action[] = ['tool.call'];
  // Data access: tools with a data scope, and the home's tools.
  if (tool.dataScope !== undefined || tool.name.startsWith('home.'))
    actions.push(tool.sideEffects ? 'data.write' : 'data.read');
  const says = [
    listsSay(house, tool),
    ...actions.flatMap((action) => policiesSay(house, { question, action, tool, unjudged })),
    ...actions.flatMap((action) => boundSay(house, { question, action, tool, unjudged })),
    operatorSays(house, tool, question),
  ];
  return strongest(says, unjudged);
}

/** Returns the strongest effect (deny over confirm over allow), with the source of every rule that gave it. */
function strongest(says: Say[], unjudged: string[]): Verdict {
  const effect = (['deny', 'confirm', 'allow'] as const).find((each) =>
    says.some((say) => say.effect === each),
  );
  const by = says.filter((say) => say.effect === effect).map((say) => say.by);
  return { effect: effect ?? 'deny', by: by.sort(), unjudged: unjudged.sort() };
}

function listsSay(house: House, tool: CaseTool): Say {
  const { lists } = house;
  const denied = lists.deny.findIndex((entry) => forbids(house, entry, tool));
  if (denied !== -1) return { effect: 'deny', by: `definition tools.deny[${denied}]` };
  if (!lists.allow) return { effect: 'allow', by: 'definition tools' };
  const allowed = lists.allow.findIndex((entry) => permits(house, entry, tool));
  if (allowed !== -1) return { effect: 'allow', by: `definition tools.allow[${allowed}]` };
  return { effect: 'deny', by: 'definition tools.allow' };
}

interface Asked {
  question: Question;
  action: Action;
  tool: CaseTool | undefined;
  unjudged: string[];
}

/** Evaluates each policy separately: a matching deny denies; an allow for a part of the action denies the rest. */
function policiesSay(house: House, asked: Asked): Say[] {
  return house.policies.flatMap(({ name, rules }) => {
    const says: Say[] = [];
    const isWhitelist = rules.some(({ effect, action }) => effect === 'allow' && action === asked.action);
    for (const [index, rule] of rules.entries()) {
      if (rule.action !== asked.action || !selects(house, rule.selector, rule.effect, asked)) continue;
      const { holds, failed } = judgeConditions(rule, asked);
      const by = `policy ${name} spec.rules[${index}]`;
      if (failed) asked.unjudged.push(by);
      if (!holds) continue;
      if (rule.effect === 'deny') says.push({ effect: 'deny', by });
      else says.push({ effect: rule.conditions.approval ? 'confirm' : 'allow', by });
    }
    if (isWhitelist && !says.some(({ effect }) => effect !== 'deny'))
      says.push({ effect: 'deny', by: `policy ${name} spec.rules` });
    return says;
  });
}

/**
 * Evaluates the policies of a home as those of a file, for the certified id in place of the name in the file (policy-bundles "Policies
 * hold by identity"). While they cannot be verified, calls and data are denied.
 */
function boundSay(house: House, asked: Asked): Say[] {
  const { bound } = house;
  if (!bound) return [];
  const question = { ...asked.question, agent: bound.agentId, agentId: bound.agentId };
  const says = policiesSay({ ...house, policies: bound.policies }, { ...asked, question });
  if (bound.isStale && asked.action !== 'model.use')
    says.push({ effect: 'deny', by: 'policy policy_bundle' });
  return says;
}

function selects(
  house: House,
  {
    agent = '*',
    tool: entry = '*',
    modelProvider = '*',
  }: { agent?: string; tool?: string; modelProvider?: string },
  effect: 'allow' | 'deny',
  { question, tool }: Asked,
): boolean {
  const named = (pattern: string, name: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  if (!named(agent, question.agent) || !named(modelProvider, question.provider)) return false;
  if (entry === '*') return true;
  if (!tool) return false;
  return effect === 'deny' ? forbids(house, entry, tool) : permits(house, entry, tool);
}

function operatorSays(house: House, tool: CaseTool, { tainted }: Question): Say {
  const { operator } = house;
  if (tool.risk === 'critical')
    return { effect: operator.unlocked.includes(tool.name) ? 'confirm' : 'deny', by: 'operator unlock' };
  if (tainted && tool.risk !== 'safe' && !tool.name.startsWith('home.'))
    return { effect: 'confirm', by: 'operator tainted' };
  const isApproved = operator.autoApprove.some((entry) =>
    (risks as readonly string[]).includes(entry) ? entry === tool.risk : permits(house, entry, tool),
  );
  return { effect: isApproved ? 'allow' : 'confirm', by: 'operator autoApprove' };
}
