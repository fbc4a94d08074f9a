import type { Row } from '../row-schema.ts';

/** First answers, scripts and conversations, compared with Claude Code. */
export const terminalRows: Row[] = [
  {
    id: 'first-answer',
    guide: '../agents-on-the-command-line.md#a-first-run',
    task: 'Get a first answer in a new folder',
    product: 'claude-code',
    place: 'empty',
    given:
      'no settings; there ANTHROPIC_API_KEY is set, here a model server such as Ollama responds on this machine',
    there: [{ kind: 'type', text: 'claude -p "What is in this folder?"' }],
    here: [
      {
        kind: 'type',
        text: "agent-home agents init -p 'What is in this folder?'",
        shows: [
          'is added to',
          'assistant is created',
          '✓ the model',
          'There is one file, notes.txt.',
          '✔ answered',
        ],
      },
    ],
    leaves: { 'agents/assistant.md': 'kind: agent' },
  },
  {
    id: 'script',
    guide: 'running.md#watch-a-run',
    task: 'Get one answer in a script, on standard output alone',
    product: 'claude-code',
    place: 'terminal',
    there: [{ kind: 'type', text: 'claude -p "Count the notes" > answer.txt' }],
    here: [{ kind: 'type', text: "agent-home ask 'Count the notes' > answer.txt", shows: ['✔ answered'] }],
    leaves: { 'answer.txt': 'There are three notes.\n' },
  },
  {
    id: 'json',
    guide: 'running.md#watch-a-run',
    task: 'Get the answer as JSON',
    product: 'claude-code',
    place: 'terminal',
    there: [{ kind: 'type', text: 'claude -p "Count the notes" --output-format json' }],
    here: [
      {
        kind: 'type',
        text: "agent-home ask 'Count the notes' --format json",
        shows: ['"status": "answered"', '"answer": "There are three notes."'],
      },
    ],
  },
  {
    id: 'pipe',
    task: 'Let it work on piped text',
    product: 'claude-code',
    place: 'terminal',
    there: [{ kind: 'type', text: 'cat notes.txt | claude -p "Summarize this:"' }],
    here: [
      {
        kind: 'type',
        text: "cat notes.txt | agent-home ask 'Summarize this:' --stdin",
        shows: ['All of it is about tea.', '✔ answered'],
      },
    ],
  },
  {
    id: 'conversation',
    guide: 'running.md#a-conversation',
    task: 'Talk with it, and let it remember what was said',
    product: 'claude-code',
    place: 'terminal',
    there: [
      { kind: 'type', text: 'claude' },
      { kind: 'type', text: 'My name is Grace.' },
      { kind: 'type', text: 'What is my name?' },
    ],
    here: [
      { kind: 'type', text: 'agent-home agents run main -i --new', shows: ['0 messages before; type /help'] },
      { kind: 'type', text: 'My name is Grace.', shows: ['│ Hello, Grace!'] },
      { kind: 'type', text: 'What is my name?', shows: ['│ It is Grace.'] },
    ],
  },
  {
    id: 'model',
    task: 'Continue with another model',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [{ kind: 'type', text: '/model opus' }],
    here: [{ kind: 'type', text: '/model large', shows: ['model emulator/large', '✔ large'] }],
  },
  {
    id: 'plan',
    task: 'Let it plan a task and show what is done',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [{ kind: 'type', text: 'Plan the release with a todo list' }],
    here: [
      {
        kind: 'type',
        text: 'Plan the release with a todo list',
        shows: ['✔ todo_write', '1. [x] Read the notes', '2. [>] Write the changelog', '│ The plan stands.'],
      },
    ],
  },
  {
    id: 'edit',
    task: 'Let it change a file, and see the change first',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [
      { kind: 'type', text: 'Replace tea by coffee in notes.txt' },
      { kind: 'choose', text: '1. Yes' },
    ],
    here: [
      {
        kind: 'type',
        text: 'Replace tea by coffee in notes.txt',
        shows: ['-tea', '+coffee', 'main wants to call edit_file (low)'],
      },
      { kind: 'choose', text: 'y', shows: ['✔ edit_file notes.txt  approved', '│ Replaced.'] },
    ],
    leaves: { 'notes.txt': 'coffee' },
  },
  {
    id: 'tests',
    task: 'Let it run the tests',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [
      { kind: 'type', text: 'Run the tests' },
      { kind: 'choose', text: '1. Yes' },
    ],
    here: [
      {
        kind: 'type',
        text: 'Run the tests',
        shows: ['"command": "npm test"', 'main wants to call bash (medium)'],
      },
      { kind: 'choose', text: 'y', shows: ['✔ bash npm test  approved', '│ The tests say: ', '3 passed'] },
    ],
  },
  {
    id: 'always',
    guide: '../agents-on-the-command-line.md#approvals',
    task: 'Allow a command in this project for good',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [
      { kind: 'type', text: 'Run the tests again' },
      { kind: 'choose', text: "2. Yes, and don't ask again for: npm test" },
      { kind: 'type', text: 'Run the tests once more' },
    ],
    here: [
      { kind: 'type', text: 'Run the tests again', shows: ['default bash(npm test *)'] },
      {
        kind: 'choose',
        text: 'always',
        shows: ['allowed in this project from now on: bash(npm test *)', '│ The tests say: ', '3 passed'],
      },
      {
        kind: 'type',
        text: 'Run the tests once more',
        shows: ['✔ bash npm test', '│ The tests say: ', '3 passed'],
      },
    ],
  },
  {
    id: 'background',
    task: 'Let it start a server and work with it meanwhile',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [
      { kind: 'type', text: 'Start the server in the background and read what it prints' },
      { kind: 'choose', text: '1. Yes' },
    ],
    here: [
      {
        kind: 'type',
        text: 'Start the server in the background and read what it prints',
        shows: ['"background": true', 'main wants to call bash (medium)'],
      },
      { kind: 'choose', text: 'y', shows: ['✔ bash_output', '│ It prints: listening'] },
    ],
    note: 'here the server ends with the answer, there with the session',
  },
  {
    id: 'compact',
    task: 'Make room in a long conversation',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation',
    there: [{ kind: 'type', text: '/compact' }],
    here: [{ kind: 'type', text: '/compact', shows: ['│ Decisions: coffee.', 'replaced by the summary'] }],
  },
  {
    id: 'undo',
    task: 'Take back a message and its change of a file',
    product: 'claude-code',
    place: 'terminal',
    given: 'a conversation in which the agent changed a file of a Git repository',
    there: [
      { kind: 'type', text: '/rewind' },
      { kind: 'choose', text: 'Replace tea by coffee in notes.txt' },
      { kind: 'choose', text: 'Restore code and conversation' },
    ],
    here: [
      { kind: 'type', text: '/undo', shows: ['is forgotten; '] },
      { kind: 'type', text: '/exit', shows: [] },
      { kind: 'type', text: 'git checkout notes.txt', shows: ['Updated 1 path'] },
    ],
    leaves: { 'notes.txt': 'tea' },
    note: 'here the conversation forgets, and Git restores the file',
  },
  {
    id: 'continue',
    guide: 'running.md#sessions',
    task: 'Continue the last conversation',
    product: 'claude-code',
    place: 'terminal',
    there: [{ kind: 'type', text: 'claude -c -p "What did we decide?"' }],
    here: [
      {
        kind: 'type',
        text: "agent-home ask 'What did we decide?'",
        shows: ['We decided on coffee.', '✔ answered'],
      },
    ],
  },
];
