import type { ToolDescription } from '../ports/tool-provider.ts';
import { delegateTool, type PinnedSubagent } from '../run-log/index.ts';

/** Limit of tasks in one call. */
export const mostTasks = 8;

/** Limit of runs above a delegated run. */
export const mostDepth = 3;

/** Characters of a task. */
export const longestTask = 32_000;

/**
 * Milliseconds until a call is given up. It is longer than any run: each delegated run has a time limit of its own, which does not
 * count the time in which an approver decides.
 */
const timeoutMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Describes the tool for an agent. A call has no side effects of its own: each call of a delegated run is decided on its own. The
 * log is synced before it, so that a delegated run never lacks its parent.
 */
export function describeDelegate(subagents: readonly PinnedSubagent[]): ToolDescription {
  const agents = subagents.map(({ agent, description }) => `- ${agent}: ${description}`);
  return {
    name: delegateTool,
    source: 'native',
    description: [
      'Gives tasks to other agents and returns their answers. Each agent works with a context and tools of its own and sees nothing of',
      'this conversation: state everything that it needs, and what it shall answer. Tasks of one call run at the same time. Agents:',
      ...agents,
    ].join('\n'),
    parameters: {
      type: 'object',
      properties: {
        tasks: {
          type: 'array',
          minItems: 1,
          maxItems: mostTasks,
          items: {
            type: 'object',
            properties: {
              agent: { type: 'string', enum: subagents.map(({ agent }) => agent) },
              task: { type: 'string', minLength: 1, maxLength: longestTask },
            },
            required: ['agent', 'task'],
            additionalProperties: false,
          },
        },
      },
      required: ['tasks'],
      additionalProperties: false,
    },
    aliases: [],
    risk: 'safe',
    sideEffects: true,
    idempotent: true,
    prepares: false,
    timeoutMs,
  };
}

/** Returns the message of a delegated run. */
export function taskMessage({ from, task }: { from: string; task: string }): string {
  return `The agent ${from} delegates this task to you. It reads your final answer and nothing else.\n\n${task}`;
}
