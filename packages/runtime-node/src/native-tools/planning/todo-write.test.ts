import { expect, it } from 'vitest';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool, toText } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

const begin = () => createNativeTools({ projectFolder: scratchProject().folder });

it('returns the task list with its progress', async () => {
  const tools = begin();
  const todos = [
    { content: ' Read the code ', status: 'completed' },
    { content: 'Write the test', status: 'in_progress' },
    { content: 'Fix the bug', status: 'pending' },
  ];
  const outcome = await callTool(tools, 'todo_write', { todos });
  expect(toText(outcome)).toBe('1. [x] Read the code\n2. [>] Write the test\n3. [ ] Fix the bug');
  expect(outcome.metadata).toEqual({ tasks: 3, completed: 1 });
  expect(toText(await callTool(tools, 'todo_write', { todos: [] }))).toBe('the task list is empty');
});

it('rejects an unclear task list', async () => {
  const tools = begin();
  const task = { content: 'Work', status: 'in_progress' };
  for (const [todos, message] of [
    [[task, task], 'more than one task is in_progress'],
    [[{ content: '  ', status: 'pending' }], 'content'],
    [[{ content: 'Work', status: 'done' }], 'status'],
    [[{ ...task, content: 'x'.repeat(501) }], 'content'],
    [Array.from({ length: 101 }, () => ({ ...task, status: 'pending' })), 'todos'],
  ] as const) {
    const { error } = await callTool(tools, 'todo_write', { todos: todos.map((one) => ({ ...one })) });
    expect([error?.code, error?.message]).toEqual(['invalid_arguments', expect.stringContaining(message)]);
  }
});
