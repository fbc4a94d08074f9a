import type { CommandGroup } from '../command-line/define-command.ts';

/** Groups of commands, for their help. A command names its group by its first words. */
export const groups: readonly CommandGroup[] = [
  { name: 'keys', summary: 'manage the keys of a home' },
  { name: 'token', summary: 'manage bearer tokens of the admin API' },
  { name: 'lifecycle', summary: 'manage how long objects are kept' },
  { name: 'bucket', summary: 'manage the bucket’s own protection' },
  { name: 'events', summary: 'read events of the store, and those that could not be handled' },
  { name: 'topic', summary: 'read a topic, as everybody may or as an agent' },
  { name: 'agents', summary: 'manage and run agents that are defined by files' },
  { name: 'agents mcp', summary: 'add MCP servers of other programs, and manage logins at those with a URL' },
  { name: 'agents memory', summary: 'read and remove what an agent keeps from run to run' },
  { name: 'agents trace', summary: 'export runs as spans' },
  { name: 'agents graph', summary: 'draw graphs of agents, and show their sessions' },
  { name: 'agents context', summary: 'manage what the next run of an agent knows of those before it' },
  { name: 'specs', summary: 'check and register files of agents, tools and policies' },
  { name: 'conformance', summary: 'check a home or a client against docs/protocol' },
  { name: 'runs', summary: 'read and continue runs: each is a log that can be verified' },
  { name: 'approvals', summary: 'answer the questions that runs wait for' },
];
