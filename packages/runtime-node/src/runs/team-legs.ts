import { type RunInput, type RunState, transition } from '@agent-home/agent-runtime';
import { combineRedactions, compilePolicy, type Redaction } from '@agent-home/agent-runtime/policy';
import { LogError, type RunLeg, verifyData } from '@agent-home/agent-runtime/run-log';
import { asJson } from '@agent-home/protocol';
import type { AgentPorts, Legs, MadeStep } from '../driver/legs.ts';
import { ToolBox } from '../driver/tool-box.ts';
import type { Vault } from '../vault/vault.ts';
import { pinLeg } from './pin-run.ts';
import { reopenAgent, withOwnTools } from './reopen-agent.ts';
import type { Team, TeamMember } from './team.ts';
import { usableTools } from './usable-tools.ts';

interface Parts {
  team: Team | undefined;
  vault: Vault | undefined;
  projectIsTrusted: boolean | undefined;
  now: () => string;
  log: (message: string, facts: Record<string, unknown>) => void;
}

const longestMessage = 1_000;

/** Opens agents with their own tools, memory and secrets. */
export class LegsOfTeam implements Legs {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async open(
    state: RunState,
    { agent, leg }: { agent: string; leg: number },
    signal: AbortSignal,
  ): Promise<{ input: RunInput; ports?: AgentPorts; made?: MadeStep }> {
    try {
      const member = await this.#member(agent, state);
      return await this.#bringIn(state, { member, leg }, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return { input: this.#unavailable(agent, error) };
    }
  }

  async reopen(state: RunState, signal: AbortSignal): Promise<AgentPorts> {
    const { started } = state;
    const { vault, log, projectIsTrusted } = this.#parts;
    try {
      const member = await this.#member(started.agent, state);
      return await reopenAgent(state, member, { vault, log, signal, projectIsTrusted });
    } catch (error) {
      if (signal.aborted) throw error;
      this.#parts.log('an agent of the run is not here any more', {
        agent: started.agent,
        ...getReason(error),
      });
      const { redaction } = state.rulebook;
      const { box } = await ToolBox.open([], signal, { vault, redaction });
      return { tools: box, memory: undefined };
    }
  }

  #member(agent: string, { first }: RunState): Promise<TeamMember> {
    return memberOf(this.#parts.team, agent, first.session_id);
  }

  async #bringIn(
    state: RunState,
    { member, leg }: { member: TeamMember; leg: number },
    signal: AbortSignal,
  ): Promise<{ input: RunInput; ports: AgentPorts; made?: MadeStep }> {
    const { vault, log } = this.#parts;
    const { order } = member;
    if (limitStarted(state).limits.max_cost !== undefined && order.model.price === undefined)
      throw Object.assign(new Error(`model ${order.model.name} has no price, but maxCost is set`), {
        code: 'price_missing',
      });
    const { box, descriptions } = await this.#box(member, getRedaction(state, order.policies), signal);
    const { pinned, leftOut } = pinLeg(order, descriptions);
    for (const each of leftOut) log('a tool is left out', { ...each, run: state.first.run_id });
    const ports = { tools: box, memory: member.memory };
    const input = this.#started(leg, pinned);
    const step = transition(state, input);
    if (!(await vault?.openFor(usableTools(step.state))))
      return { input, ports, made: { before: state, step } };
    // Texts of servers were read before the secrets were known and are searched again.
    const tools = vault?.secrets.cleanValue(pinned.tools) ?? pinned.tools;
    return { input: this.#started(leg, { ...pinned, tools }), ports };
  }

  async #box({ order, providers }: TeamMember, redaction: Redaction, signal: AbortSignal) {
    return ToolBox.open(withOwnTools(providers, order), signal, {
      vault: this.#parts.vault,
      redaction,
      projectIsTrusted: this.#parts.projectIsTrusted,
    });
  }

  #started(leg: number, pinned: RunLeg): RunInput {
    const data = { leg, pinned };
    verifyData({ type: 'run.leg_started', seq: 0, data: asJson(data) });
    return { type: 'run.leg_started', time: this.#parts.now(), data };
  }

  #unavailable(agent: string, error: unknown): RunInput {
    const { code, message } = getReason(error);
    // Cleaned of secrets, because it is logged and read by a model.
    const told = { code, message: this.#parts.vault?.secrets.clean(message) ?? message };
    this.#parts.log('an agent cannot come into the run', { agent, ...told });
    return { type: 'run.leg_unavailable', time: this.#parts.now(), data: { agent, ...told } };
  }
}

/** @throws an error with the code `agent_not_found` where there are no other agents, and the errors of the team */
export async function memberOf(
  team: Team | undefined,
  agent: string,
  sessionId: string,
): Promise<TeamMember> {
  if (!team) throw Object.assign(new Error(`the agent ${agent} does not exist`), { code: 'agent_not_found' });
  return team.member(agent, sessionId);
}

/** Returns the start whose limits a joining agent inherits: that of the agent that hands over, or of the workflow for a node. */
function limitStarted({ waiting, started, first }: RunState): RunState['started'] {
  return waiting.for === 'leg' && waiting.next.call ? started : first;
}

/** Text that a policy of the handoff chain hides stays hidden. */
function getRedaction({ rulebook }: RunState, policies: RunLeg['policies']): Redaction {
  return combineRedactions([
    rulebook.redaction,
    ...policies.map((policy) => compilePolicy(policy).redaction),
  ]);
}

function getReason(error: unknown): { code: string; message: string } {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : 'unknown reason';
  return {
    code: error instanceof LogError || typeof code !== 'string' ? 'agent_unavailable' : code.slice(0, 100),
    message: message.toWellFormed().slice(0, longestMessage).toWellFormed(),
  };
}
