import { seededRandom } from '../../../support/seeded-random.ts';

/** Tools with side effects; each call writes its token. */
export const effectTools = ['send', 'store', 'publish', 'unlock'] as const;
export type EffectTool = (typeof effectTools)[number];

export type Step =
  | { kind: 'call'; tool: EffectTool; token: string }
  | { kind: 'delegate'; to: readonly PlannedAgent[] };

export interface PlannedNode {
  name: string;
  work: 'agent' | 'parallel' | 'subgraph';
  agents: readonly PlannedAgent[];
}

/** An agent that is at one place of the team only, so that all it may know and do follows from that place. */
export interface PlannedAgent {
  name: string;
  /** Tools that its lists deny. */
  deny: readonly EffectTool[];
  /** Tool that its policy denies. */
  policyDeny: EffectTool | undefined;
  steps: readonly Step[];
  /** Nodes of a workflow, one after another. */
  nodes: readonly PlannedNode[];
}

export interface TeamPlan {
  seed: number;
  root: PlannedAgent;
  /** Maximum number of tool calls of the whole team; undefined if it does not matter. */
  maxToolCalls: number | undefined;
  /** Numbers of writes after which a process dies; each resumption is one process. */
  deaths: readonly number[];
  /** Number of messages to the root agent, one after another; later ones can recall memories of earlier ones. */
  messages: number;
}

/** Limit of runs above a delegated run. */
const mostDepth = 3;
const mostAgents = 12;

/** Returns a random team; the same seed gives the same team. */
export function planTeam(seed: number): TeamPlan {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  let agents = 0;
  let tokens = 0;

  function planAgent(depth: number): PlannedAgent {
    agents += 1;
    const rules = {
      name: `ag${agents}`,
      deny: random() < 0.25 ? [pick(effectTools)] : [],
      policyDeny: random() < 0.15 ? pick(effectTools) : undefined,
    };
    const mayDelegate = depth < mostDepth;
    if (mayDelegate && random() < 0.3)
      return { ...rules, steps: [], nodes: many(1 + below(3), (index) => planNode(depth, index)) };
    const steps = many(below(4), (): Step => {
      if (mayDelegate && agents < mostAgents && random() < 0.5)
        return { kind: 'delegate', to: many(1 + below(3), () => planAgent(depth + 1)) };
      tokens += 1;
      return { kind: 'call', tool: pick(effectTools), token: `token-${tokens}x` };
    });
    return { ...rules, steps, nodes: [] };
  }

  function planNode(depth: number, index: number): PlannedNode {
    const name = `n${index}`;
    const work = pick(['agent', 'parallel', 'parallel', 'subgraph'] as const);
    if (work === 'parallel') return { name, work, agents: many(2 + below(2), () => planAgent(depth + 1)) };
    if (work === 'agent') return { name, work, agents: [planLeaf()] };
    const workflow = planAgent(depth + 1);
    // The work of a subgraph is a workflow.
    return workflow.nodes.length > 0
      ? { name, work, agents: [workflow] }
      : { name, work: 'parallel', agents: [workflow, planAgent(depth + 1)] };
  }

  /** An agent that joins the run of a workflow. It delegates nothing, so that its depth is that of the workflow. */
  function planLeaf(): PlannedAgent {
    return planAgent(mostDepth);
  }

  const root = planAgent(0);
  return {
    seed,
    root,
    maxToolCalls: random() < 0.2 ? 2 + below(8) : undefined,
    deaths: random() < 0.6 ? many(1 + below(2), () => 1 + below(60)) : [],
    messages: random() < 0.3 ? 2 : 1,
  };
}

function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Every agent of a team. */
export function everyAgent(agent: PlannedAgent): PlannedAgent[] {
  const children = [
    ...agent.steps.flatMap((step) => (step.kind === 'delegate' ? step.to : [])),
    ...agent.nodes.flatMap(({ agents }) => agents),
  ];
  return [agent, ...children.flatMap(everyAgent)];
}
