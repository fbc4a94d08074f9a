import { join } from 'node:path';
import type { RunStore, ToolProvider } from '@agent-home/agent-runtime';
import { AgentRuntime, createNativeTools, type RunSetup, type Team } from '@agent-home/runtime-node';
import { emulatedModels, referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { SayingTools, said } from './saying-tools.ts';

/** Each agent writes a file and says a message; in between, the first one hands over. */
export const handoffScript = `
rules:
  - when: { system: You are the second, after: { tool: home__say } }
    answer: Both have written.
  - when: { system: You are the second, after: { tool: write_file } }
    answer: { calls: [{ tool: home__say, arguments: { text: the second has written } }] }
  - when: { system: You are the second }
    answer: { calls: [{ tool: write_file, arguments: { path: second.txt, content: two } }] }
  - when: { system: You are the first, after: { tool: home__say } }
    answer: { calls: [{ tool: handoff_to_second, arguments: { reason: the rest is yours } }] }
  - when: { system: You are the first, after: { tool: write_file } }
    answer: { calls: [{ tool: home__say, arguments: { text: the first has written } }] }
  - when: { system: You are the first }
    answer: { calls: [{ tool: write_file, arguments: { path: first.txt, content: one } }] }
`;

export const members = ['first', 'second'] as const;
type Member = (typeof members)[number];

export const collectFiles = (folder: string) => members.map((name) => join(folder, 'project', `${name}.txt`));
/** Each agent has its own file for its messages, so that messages by the tools of another agent are in the wrong file. */
const collectSayings = (folder: string, name: Member) => join(folder, `said-by-${name}`);
export const saidIn = (folder: string) => members.map((name) => said(collectSayings(folder, name)));

/** Opens the runtime of the run, in the calling process. */
export function openHandoff(folder: string, store: RunStore, modelUrl: string) {
  const project = join(folder, 'project');
  const providers = new Map<Member, ToolProvider[]>(
    members.map((name) => [
      name,
      [createNativeTools({ projectFolder: project }), new SayingTools(collectSayings(folder, name))],
    ]),
  );
  const team: Team = {
    member: async () => ({
      order: createOrder('second'),
      providers: providers.get('second') ?? [],
      memory: undefined,
    }),
  };
  const models = emulatedModels(modelUrl);
  const runtime = new AgentRuntime({ store, models, team, providers: providers.get('first') ?? [] });
  const close = () => Promise.all([...providers.values()].flat().map((provider) => provider.close()));
  return { runtime, close };
}

export function createOrder(name: Member): RunSetup {
  const allow = ['write_file', 'home.say'];
  const teamwork = name === 'first' ? { handoffs: [{ to: 'second' }] } : {};
  const order = referenceOrder({ name, title: name, tools: { allow, deny: [] }, teamwork });
  return { ...order, systemPrompt: `You are the ${name}.` };
}

export const handoffRunId = 'run_handoff';
