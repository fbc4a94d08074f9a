import type { ChatMessage } from '@agent-home/agent-runtime/run-log';
import { expect, test } from 'vitest';
import type { AgentContext } from './agent-context.ts';
import { bounded } from './keep-context.ts';

const turn = (text: string): ChatMessage[] => [
  { role: 'user', content: text },
  { role: 'assistant', content: '', tool_calls: [{ id: text, name: 'read_file', arguments: '{}' }] },
  { role: 'tool', tool_call_id: text, name: 'read_file', content: 'x'.repeat(500), is_error: false },
];

function getContext(conversationHistory: ChatMessage[]): AgentContext {
  const metadata = { sessionId: 'terminal-1', runs: 3, lastRun: 'run_1', lastRunStatus: 'answered' } as const;
  const time = '2026-01-01T00:00:00.000Z';
  return {
    agentName: 'ada',
    conversationHistory,
    metadata: { ...metadata, tainted: false, remembered: [] },
    startedAt: time,
    lastActiveAt: time,
  };
}

test('a kept context is limited to whole turns', () => {
  const context = getContext(['one', 'two', 'three'].flatMap(turn));
  expect(bounded(context)).toBe(context);
  const kept = bounded(context, 1_500);
  expect(kept.conversationHistory).toEqual(['two', 'three'].flatMap(turn));
  expect(kept.metadata).toMatchObject({ leftOut: 3, runs: 3 });
  expect(bounded(context, 1_200).conversationHistory).toEqual(turn('three'));
  expect(bounded(context, 100)).toMatchObject({ conversationHistory: [], metadata: { leftOut: 9 } });
});
