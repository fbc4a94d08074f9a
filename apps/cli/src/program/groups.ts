import type { CommandGroup } from '../command-line/define-command.ts';

/** Groups of commands, for their help. A command names its group by its first words. */
export const groups: readonly CommandGroup[] = [
  { name: 'keys', summary: 'manage the keys of a home' },
  { name: 'token', summary: 'manage bearer tokens of the admin API' },
  { name: 'lifecycle', summary: 'manage how long objects are kept' },
  { name: 'bucket', summary: 'manage the protection of the bucket' },
  { name: 'events', summary: 'read store events and dead letters' },
  { name: 'topic', summary: 'read a topic, publicly or as an agent' },
  { name: 'task', summary: 'publish and read the work of agents in a task' },
  { name: 'agents', summary: 'manage and run agents that are defined by files' },
  { name: 'agents mcp', summary: 'import MCP servers and manage their logins' },
  { name: 'agents memory', summary: 'read and delete the memory of an agent' },
  { name: 'agents trace', summary: 'export runs as spans' },
  { name: 'agents graph', summary: 'draw graphs of agents and show their sessions' },
  { name: 'agents context', summary: 'manage the session contexts of agents' },
  { name: 'models', summary: 'manage and test the models of the settings' },
  { name: 'specs', summary: 'check and register files of agents, tools and policies' },
  { name: 'conformance', summary: 'check a home or a client against docs/protocol' },
  { name: 'runs', summary: 'read, verify and resume runs' },
  { name: 'approvals', summary: 'answer the approvals that runs wait for' },
  { name: 'approvals patterns', summary: 'manage the calls that are allowed for always' },
];
