import { type EffectTool, everyAgent, type PlannedAgent, type TeamPlan } from './plan-team.ts';

/** Everything that a team did. */
export interface PlayedTeam {
  /** Executed calls, in any order. */
  effects: readonly { tool: string; token: string; secret: string }[];
  /** Requests to models: the agent by its system text, and the whole request as text. */
  requests: readonly { system: string; text: string }[];
  /** Status of each run of the root agent. */
  ends: readonly { status: string; toolCalls: number }[];
}

/** Violations by kind. */
export interface TeamFindings extends Record<string, string[]> {
  bypassedDenies: string[];
  doubledEffects: string[];
  lostEffects: string[];
  leakedContexts: string[];
  leakedSecrets: string[];
  exceededLimits: string[];
  miscounted: string[];
}

/** The secret that the tool `unlock` gets in place of its handle. */
export const secret = 'sk-team-7f3a9c41d0b2e865';

const marker = /\b(?:prompt|task|answer)-ag\d+z|\btoken-\d+x/g;

/** Markers of an agent: its instructions, its task, and what it answers. No marker is the beginning of another. */
export const promptOf = (name: string) => `prompt-${name}z`;
export const taskOf = (name: string) => `task-${name}z`;
export const answerOf = (name: string) => `answer-${name}z`;

/** Compares what a team did with its plan. It uses no code of the runtime. */
export function judgeTeam(plan: TeamPlan, played: PlayedTeam): TeamFindings {
  const { effects, requests, ends } = played;
  const expected = new Map<string, 'denied' | 'once'>();
  collectExpected(plan.root, new Set(), expected);
  const times = new Map<string, number>();
  for (const { token } of effects) times.set(token, (times.get(token) ?? 0) + 1);
  const isComplete = ends.every(({ status }) => status === 'answered') && plan.maxToolCalls === undefined;
  const findings: TeamFindings = {
    bypassedDenies: [],
    doubledEffects: [],
    lostEffects: [],
    leakedContexts: [],
    leakedSecrets: [],
    exceededLimits: [],
    miscounted: [],
  };
  for (const [token, count] of times) {
    if (expected.get(token) !== 'once') findings.bypassedDenies.push(token);
    else if (count > plan.messages) findings.doubledEffects.push(`${token} ${count} times`);
  }
  if (!isComplete && plan.maxToolCalls === undefined) findings.lostEffects.push('a run did not answer');
  if (isComplete)
    for (const [token, outcome] of expected)
      if (outcome === 'once' && (times.get(token) ?? 0) < plan.messages) findings.lostEffects.push(token);
  const known = new Map<string, Set<string>>();
  collectKnown(plan.root, [taskOf(plan.root.name)], known);
  for (const { system, text } of requests) {
    const agent = /prompt-(ag\d+)z/.exec(system)?.[1] ?? '';
    for (const found of new Set(text.match(marker)))
      if (known.get(agent)?.has(found) !== true) findings.leakedContexts.push(`${agent} read ${found}`);
    if (text.includes(secret)) findings.leakedSecrets.push(`request of ${agent}`);
  }
  for (const { tool, secret: used, token } of effects)
    if (tool === 'unlock' && used !== secret) findings.lostEffects.push(`${token} without its secret`);
  if (isComplete) {
    const delegating = everyAgent(plan.root).flatMap(({ steps }) =>
      steps.filter(({ kind }) => kind === 'delegate'),
    );
    const count = [...expected.values()].filter((outcome) => outcome === 'once').length + delegating.length;
    for (const { toolCalls } of ends)
      if (toolCalls !== count) findings.miscounted.push(`${toolCalls} calls in place of ${count}`);
  }
  if (plan.maxToolCalls !== undefined)
    for (const { toolCalls } of ends)
      if (toolCalls > plan.maxToolCalls) findings.exceededLimits.push(`${toolCalls} of ${plan.maxToolCalls}`);
  if (plan.maxToolCalls !== undefined && effects.length > plan.maxToolCalls * plan.messages)
    findings.exceededLimits.push(`${effects.length} effects of ${plan.maxToolCalls}`);
  return findings;
}

/** A call is denied if any agent above or the agent itself denies its tool. */
function collectExpected(
  agent: PlannedAgent,
  above: ReadonlySet<EffectTool>,
  expected: Map<string, 'denied' | 'once'>,
): void {
  const denied = new Set([...above, ...agent.deny, ...(agent.policyDeny ? [agent.policyDeny] : [])]);
  for (const step of agent.steps)
    if (step.kind === 'call') expected.set(step.token, denied.has(step.tool) ? 'denied' : 'once');
    else for (const child of step.to) collectExpected(child, denied, expected);
  for (const { agents } of agent.nodes) for (const child of agents) collectExpected(child, denied, expected);
}

/**
 * Collects the markers that each agent may read: its instructions, its task, its own calls, the answers to what it delegates, and for
 * a node the answers of earlier nodes.
 */
function collectKnown(agent: PlannedAgent, given: readonly string[], known: Map<string, Set<string>>): void {
  const own = new Set([promptOf(agent.name), answerOf(agent.name), ...given]);
  known.set(agent.name, own);
  for (const step of agent.steps) {
    if (step.kind === 'call') own.add(step.token);
    else
      for (const child of step.to) {
        own.add(taskOf(child.name));
        for (const answer of answersOf(child)) own.add(answer);
        collectKnown(child, [taskOf(child.name)], known);
      }
  }
  const earlier: string[] = [];
  for (const { agents } of agent.nodes) {
    const before = [...given, ...earlier];
    for (const child of agents) {
      collectKnown(child, before, known);
      earlier.push(...answersOf(child));
    }
  }
}

/** Markers in the answer of an agent: its own, or for a workflow those of its last node. All are allowed here. */
function answersOf(agent: PlannedAgent): string[] {
  if (agent.nodes.length === 0) return [answerOf(agent.name)];
  return everyAgent(agent)
    .filter(({ nodes }) => nodes.length === 0)
    .map(({ name }) => answerOf(name));
}
