import type { Conversation, Turn } from './conversation.ts';

export type ToolResult = Extract<Turn, { role: 'tool' }>;

/** Facts about a conversation for rules. Computed from each request, so that a restart changes no response. */
export interface Facts {
  conversation: Conversation;
  /** Last user message; empty if there is none. */
  user: string;
  /** Number of responses of the model since the last user message. */
  count: number;
  /** Results of tools since the last user message, the latest first. */
  results: ToolResult[];
  /** Results since the model's last response, the latest first. */
  latest: ToolResult[];
}

export function collectFacts(conversation: Conversation): Facts {
  const { turns } = conversation;
  const lastUser = turns.findLastIndex(({ role }) => role === 'user');
  const since = turns.slice(lastUser + 1);
  const lastAnswer = since.findLastIndex(({ role }) => role === 'assistant');
  const message = turns[lastUser];
  return {
    conversation,
    user: message?.role === 'user' ? message.text : '',
    count: since.filter(({ role }) => role === 'assistant').length,
    results: resultsIn(since),
    latest: resultsIn(since.slice(lastAnswer + 1)),
  };
}

function resultsIn(turns: Turn[]): ToolResult[] {
  return turns.filter((turn) => turn.role === 'tool').reverse();
}
