import { join } from 'node:path';
import type { ModelAnswer, ModelPort, ModelRequest } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import {
  AgentRuntime,
  FileMemoryStore,
  FileRunStore,
  fixedPlace,
  type RunSetup,
  type Team,
  Vault,
} from '@agent-home/runtime-node';
import { dyingStore } from '../../../system/runtime/support/dying-store.ts';
import { referenceOrder } from '../../../system/runtime/support/reference-order.ts';
import { answerOf, type PlayedTeam, promptOf, secret, taskOf } from './judge-team.ts';
import { effectTools, everyAgent, type PlannedAgent, type Step, type TeamPlan } from './plan-team.ts';
import { TeamTools } from './team-tools.ts';

/**
 * Lets a team work as planned, with processes that die and are resumed.
 * @param folder of the runs and the memory of this team
 */
export async function playTeam(plan: TeamPlan, folder: string): Promise<PlayedTeam> {
  const agents = new Map(everyAgent(plan.root).map((agent) => [agent.name, agent]));
  const requests: { system: string; text: string }[] = [];
  const tools = new TeamTools();
  const models = plannedModels(agents, (request) => {
    requests.push({ system: request.system, text: JSON.stringify(request) });
  });
  const memory = new FileMemoryStore(join(folder, 'memory'));
  const order = (name: string) => createOrder(plan, agents, name);
  const member = async (name: string) => ({ order: order(name), providers: [tools], memory });
  const team: Team = { member };
  const open = (store: FileRunStore | ReturnType<typeof dyingStore>) =>
    new AgentRuntime({ store, models, team, providers: [tools], memory, vault: openVault() });
  const store = new FileRunStore(join(folder, 'runs'));
  const ends: { status: string; toolCalls: number }[] = [];
  for (let message = 0; message < plan.messages; message++) {
    const runId = `run_${'0'.repeat(9)}${String(message).padStart(16, '0')}`;
    const stores = [...plan.deaths.map((writes) => dyingStore(join(folder, 'runs'), writes)), store];
    let begun = false;
    for (const each of stores) {
      const runtime = open(each);
      const text = `Do ${taskOf(plan.root.name)}.`;
      const played = begun
        ? runtime.resume(runId)
        : runtime.postMessage(order(plan.root.name), { text, origin: 'user', tainted: false }, { runId });
      const result = await played.catch((error: unknown) => {
        if (each === store) throw error;
        return undefined;
      });
      begun = (await store.list()).some((run) => run.runId === runId);
      if (result?.state.ended === undefined) continue;
      const { status, usage } = result.state.ended;
      ends.push({ status, toolCalls: usage.tool_calls });
      break;
    }
  }
  return { effects: tools.effects, requests, ends };
}

function openVault(): Vault {
  const environment = { TEAM_SECRET: secret };
  return new Vault(
    { key: { env: 'TEAM_SECRET', tools: ['unlock'] } },
    { environment, placeOf: fixedPlace('/', environment) },
  );
}

function createOrder(plan: TeamPlan, agents: ReadonlyMap<string, PlannedAgent>, name: string): RunSetup {
  const agent = agents.get(name);
  if (!agent) throw Object.assign(new Error(`${name} is away`), { code: 'agent_not_found' });
  const isRoot = agent === plan.root;
  const maxToolCalls = isRoot ? (plan.maxToolCalls ?? 5_000) : 5_000;
  const order = referenceOrder({
    name,
    title: name,
    limits: { maxTokens: 10_000_000, maxToolCalls, timeoutMs: 600_000 },
    tools: { allow: [...effectTools], deny: [...agent.deny] },
    ...(agent.nodes.length === 0 ? {} : { type: 'workflow' as const, teamwork: { graph: toGraph(agent) } }),
  });
  const others = agent.steps.flatMap((step) => (step.kind === 'delegate' ? step.to : []));
  return {
    ...order,
    systemPrompt: `You are ${promptOf(name)}.`,
    model: { ...order.model, contextWindow: 1_000_000 },
    policies: agent.policyDeny === undefined ? [] : [denyPolicy(agent.policyDeny)],
    sessionId: `session-of-${name}`,
    memory: { backend: 'filesystem', limit: 5, scope: 'agent' },
    ...(others.length === 0
      ? {}
      : { subagents: others.map((other) => ({ agent: other.name, description: 'A subagent.' })) }),
  };
}

function denyPolicy(tool: string) {
  const rules = [
    { effect: 'deny', action: 'tool.call', selector: { tool } },
    ...['tool.call', 'model.use', 'data.read', 'data.write'].map((action) => ({ effect: 'allow', action })),
  ];
  return { name: `no-${tool}`, version: '1.0.0', sha256: 'd'.repeat(64), spec: { rules } };
}

function toGraph({ nodes }: PlannedAgent): JsonObject {
  return {
    entry: nodes[0]?.name ?? '',
    nodes: nodes.map(({ name, work, agents }) => {
      const [first] = agents;
      if (work !== 'parallel') return { name, [work]: first?.name ?? '' };
      return { name, parallel: agents.map((agent) => ({ name: `b-${agent.name}`, agent: agent.name })) };
    }),
    edges: nodes.map(({ name }, index) => ({ from: name, to: nodes[index + 1]?.name ?? 'END' })),
  };
}

/** Models that do the next planned step of the agent whose instructions they read. */
function plannedModels(
  agents: ReadonlyMap<string, PlannedAgent>,
  onRequest: (request: ModelRequest) => void,
): ModelPort {
  return {
    async ask(request) {
      onRequest(request);
      const { system, messages, provider, model } = request;
      const agent = agents.get(/prompt-(ag\d+)z/.exec(system)?.[1] ?? '');
      const done = messages.filter(({ role }) => role === 'assistant').length;
      const step = agent?.steps[done];
      const answered: ModelAnswer = {
        content: step ? '' : `Done: ${answerOf(agent?.name ?? '')}.`,
        thought: '',
        tool_calls: step ? [toCall(step, done)] : [],
        stop_reason: step ? 'tool_use' : 'end_turn',
        model,
        provider,
        usage: { input_tokens: 10, output_tokens: 5 },
        elapsed_ms: 0,
        attempts: [{ model, ok: true, elapsed_ms: 0 }],
      };
      // Parallel agents take turns in an order that differs from run to run.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      return { answered };
    },
  };
}

function toCall(step: Step, index: number) {
  const id = `call-${index}`;
  if (step.kind === 'delegate') {
    const tasks = step.to.map(({ name }) => ({ agent: name, task: `Do ${taskOf(name)}.` }));
    return { id, name: 'delegate', arguments: JSON.stringify({ tasks }) };
  }
  const { tool, token } = step;
  const handle = tool === 'unlock' ? { secret: 'vault://key' } : {};
  return { id, name: tool, arguments: JSON.stringify({ token, ...handle }) };
}
