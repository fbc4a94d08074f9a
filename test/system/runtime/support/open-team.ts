import type { ToolProvider } from '@agent-home/agent-runtime';
import type { AgentDefinition } from '@agent-home/agent-runtime/definition';
import { AgentRuntime, createNativeTools, type RunSetup, type Team } from '@agent-home/runtime-node';
import { openWorkshop } from './reference-home.ts';
import { emulatedModels } from './reference-order.ts';

/** Returns the rule by which an agent delegates tasks. */
export const told = (text: string, ...tasks: [agent: string, task: string][]) =>
  `  - when: { system: ${text} }
    answer: { calls: [{ tool: delegate, arguments: { tasks: [${tasks.map(([agent, task]) => `{ agent: ${agent}, task: ${task} }`).join(', ')}] } }] }
`;

export interface Member {
  definition?: Partial<AgentDefinition>;
  changes?: Partial<RunSetup>;
}

/** Opens a runtime whose agents are `You are NAME.` to their models; each may delegate to all others. */
export async function openTeam(
  script: string,
  members: Readonly<Record<string, Member>>,
  more?: ToolProvider,
) {
  const workshop = await openWorkshop(`rules:\n${script}`, {
    providers: (project) => [...(more ? [more] : []), createNativeTools({ projectFolder: project })],
  });
  const { store, emulator, tools } = workshop;
  const names = Object.keys(members);
  const createOrder = (name: string): RunSetup => {
    const { definition = {}, changes = {} } = members[name] ?? {};
    const order = workshop.order(
      {},
      { name, title: name, tools: { allow: ['write_file', 'read_file', 'meet'], deny: [] }, ...definition },
    );
    const subagents = names
      .filter((other) => other !== name)
      .map((agent) => ({ agent, description: `the ${agent}` }));
    return { ...order, systemPrompt: `You are ${name}.`, subagents, ...changes };
  };
  const team = createTeam(createOrder, tools);
  const createRuntime = () =>
    new AgentRuntime({ store, models: emulatedModels(emulator.url), team, providers: tools });
  return { ...workshop, order: createOrder, createRuntime, runtime: createRuntime() };
}

export function createTeam(order: (name: string) => RunSetup, providers: readonly ToolProvider[]): Team {
  return {
    member: async (agent) => {
      if (agent === 'missing')
        throw Object.assign(new Error(`${agent} is away`), { code: 'agent_not_found' });
      return { order: order(agent), providers, memory: undefined };
    },
  };
}
