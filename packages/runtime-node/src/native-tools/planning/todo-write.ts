import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const;

const todoWriteArguments = z
  .strictObject({
    todos: z
      .array(
        z.strictObject({
          content: z.string().trim().min(1).max(500).describe('Task, as an imperative sentence.'),
          status: z.enum(['pending', 'in_progress', 'completed']),
        }),
      )
      .max(100)
      .describe('The complete list, in order. It replaces the earlier one; empty to clear it.'),
  })
  .refine(({ todos }) => todos.filter(({ status }) => status === 'in_progress').length <= 1, {
    path: ['todos'],
    message: 'more than one task is in_progress: set all but one to pending or completed',
  });

/** Keeps no state: the latest call in the messages of the run is the list, so it survives a restart. */
export function todoWriteTool(): NativeTool {
  return nativeTool({
    name: 'todo_write',
    description:
      'Records the task list of this run, to plan work of several steps and to show progress. Send the whole list each time, with at most one task in_progress.',
    arguments: todoWriteArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 5_000,
    act: async ({ todos }) => {
      const lines = todos.map(({ content, status }, index) => `${index + 1}. ${marks[status]} ${content}`);
      const completed = todos.filter(({ status }) => status === 'completed').length;
      return succeeded([lines.length === 0 ? 'the task list is empty' : lines.join('\n')], {
        tasks: todos.length,
        completed,
      });
    },
  });
}
