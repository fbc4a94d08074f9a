import type { RunStore } from '@agent-home/agent-runtime';
import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { type RunModel, rememberedRun } from '@agent-home/runtime-node';
import { mark } from '../../terminal/colours.ts';
import { counted } from '../../terminal/counted.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { compactionMessage } from './compaction.ts';
import type { AgentEntry, Speaker } from './speakers.ts';

/** Maximum length of a title, a description and a message in a line, in characters. */
const [longestTitle, longestDescription, longestMessage] = [40, 100, 60];

/** Returns the agents, one a line, with the present one marked. */
export function agentLines(agents: readonly AgentEntry[], present: string): string[] {
  const width = Math.max(0, ...agents.map(({ name }) => shownText(name).length));
  return [
    ...agents.map(({ name, title, description }) => {
      const about = [preview(title, longestTitle), preview(description, longestDescription)];
      const sign = name === present ? mark('✔') : ' ';
      return `${sign} ${shownText(name).padEnd(width)}  ${about.filter((text) => text !== '').join(': ')}`;
    }),
    'To give the conversation to one: /agents NAME',
  ];
}

/** Returns the models of the settings, one a line, with the present one marked. */
export function modelLines(models: readonly string[], present: RunModel): string[] {
  const { provider, name, settingsKey } = present;
  return [
    `model ${shownText(provider)}/${shownText(name)}`,
    ...models.map((each) => `${each === settingsKey ? mark('✔') : ' '} ${shownText(each)}`),
    'To use one for the following messages: /model NAME',
  ];
}

/**
 * Lets an agent forget the last message of a session and its answer. The mark outlives the process; logs stay as they are.
 * @returns lines that report the change
 */
export async function undoLast(
  { agent, order, keep }: Pick<Speaker, 'agent' | 'order' | 'keep'>,
  {
    store,
    sessionId,
    undone,
  }: {
    store: RunStore;
    sessionId: string;
    undone: { has(runId: string): boolean; mark(runId: string): void };
  },
): Promise<string[]> {
  const session = { agent: agent.name, sessionId };
  const [newest] = (await store.list(session)).filter(
    ({ runId, parent }) => parent === undefined && !undone.has(runId),
  );
  if (newest?.status === 'open')
    return [`run ${newest.runId} has not ended: type /approve or /resume first, or cancel it by runs cancel`];
  const last = await rememberedRun(store, { ...session, isLeftOut: (runId) => undone.has(runId) });
  if (!last) return ['no message to take back in this session'];
  undone.mark(last.runId);
  await keep();
  const { context } = await order();
  return [
    `${nameMessage(last.messages)} is forgotten; ${counted(context.length, 'message')} remain`,
    'Changes of files, stored memories and logs stay.',
  ];
}

function nameMessage(messages: readonly ChatMessage[]): string {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return text === compactionMessage.text
    ? 'the summary'
    : `"${preview(text, longestMessage)}" with its answer`;
}
