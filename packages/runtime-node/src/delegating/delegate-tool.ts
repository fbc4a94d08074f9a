import {
  type CallContext,
  type CallTicket,
  describeDelegate,
  failedOutcome,
  longestTask,
  mostTasks,
  type PreparedCall,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import type { PinnedSubagent } from '@agent-home/agent-runtime/run-log';
import { z } from 'zod';

const argumentsSchema = z.strictObject({
  tasks: z
    .array(z.strictObject({ agent: z.string(), task: z.string().min(1).max(longestTask) }))
    .min(1)
    .max(mostTasks),
});

/** The tool `delegate`: gives tasks to other agents, whose runs the runtime starts. */
export class DelegateTool implements ToolProvider {
  readonly source = 'native';
  readonly #subagents: readonly PinnedSubagent[];

  constructor(subagents: readonly PinnedSubagent[]) {
    this.#subagents = subagents;
  }

  async tools(): Promise<ToolDescription[]> {
    return [describeDelegate(this.#subagents)];
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { delegate }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const parsed = argumentsSchema.safeParse(call.arguments);
    if (!parsed.success)
      return failedOutcome('invalid_arguments', `delegate needs tasks, each with agent and task`);
    const { tasks } = parsed.data;
    const known = new Set(this.#subagents.map(({ agent }) => agent));
    const stranger = tasks.find(({ agent }) => !known.has(agent));
    if (stranger)
      return failedOutcome(
        'agent_not_found',
        `${stranger.agent} is not a subagent of this agent: name one of ${[...known].join(', ')}`,
      );
    return (
      (await delegate?.(call, tasks)) ??
      failedOutcome('delegation_unavailable', 'No other agent can run here. Do the task without them.')
    );
  }

  async close(): Promise<void> {}
}
