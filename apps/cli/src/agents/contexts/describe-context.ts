import { shownText } from '@agent-home/protocol';
import { counted } from '../../terminal/counted.ts';
import type { AgentContext } from './agent-context.ts';
import { contextLines } from './context-lines.ts';

/** Describes a context for a reader: its agent, its times, its memory and its messages. */
export function describeContext(context: AgentContext): string[] {
  const { agentName, conversationHistory, metadata, startedAt, lastActiveAt } = context;
  const { sessionId, runs, lastRun, lastRunStatus, tainted, remembered } = metadata;
  return [
    `${shownText(agentName)}: session ${shownText(sessionId)}, ${counted(runs, 'run')}`,
    `started      ${shownText(startedAt)}`,
    `last active  ${shownText(lastActiveAt)}`,
    ...(lastRunStatus === 'open'
      ? [`not ended    ${shownText(lastRun)}: its messages are not shown yet`]
      : []),
    ...(tainted ? ['contains text of others'] : []),
    ...remembered.map(({ key, value }) => `remembers    ${shownText(key)}: ${shownText(value)}`),
    ...contextLines(conversationHistory).map((line) => `  ${line}`),
  ];
}
