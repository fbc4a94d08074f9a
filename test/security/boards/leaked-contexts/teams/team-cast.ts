import { randomBytes } from 'node:crypto';

/** Kind of text that holds a marker of an agent. */
export type Kind = 'prompt' | 'said' | 'answered' | 'remembered' | 'payload' | 'server' | 'vault';

export interface Member {
  name: string;
  /** Start of its runs, or its way into those of another agent. */
  way: string;
  marks: Record<Kind, string>;
  /** Agent that gets its handoff. */
  next?: string;
  /** Agents of a workflow's nodes, one after another. */
  nodes?: string[];
  /** For the agent of a node: the workflow whose task it gets, and the earlier nodes whose results it gets. */
  toldBy?: string[];
}

/** Markers are random, and no part of one is part of another. */
const newMarker = () => `mark${randomBytes(12).toString('hex')}`;

export function newMember(name: string, way: string, next?: string): Member {
  const marks = {
    prompt: newMarker(),
    said: newMarker(),
    answered: newMarker(),
    remembered: newMarker(),
    payload: newMarker(),
    server: newMarker(),
    vault: newMarker(),
  };
  return { name, way, marks, ...(next === undefined ? {} : { next }) };
}

/**
 * Returns a message for the agent. All messages are nearly the same, so a search by one agent would find the
 * memory of another.
 */
export function messageFor({ name, marks }: Member): string {
  return `About topic-${name}: what did we say of the talk? ${marks.said}`;
}

/**
 * Script of each agent: it reads a result that only others have by that id, calls its server, remembers a value under a key, and
 * then hands over or responds.
 */
export function getScript(members: readonly Member[]): string {
  const rules = members.flatMap(({ name, marks, next }) => {
    const when = { system: marks.prompt };
    const passed = { reason: 'the rest is yours', context: { passed: marks.payload } };
    const remember = { tool: 'remember', arguments: { key: 'current_task', value: marks.remembered } };
    const read = { tool: 'read_result', arguments: { call_id: 'call_1_1' } };
    const last =
      next === undefined
        ? `We said of the talk: ${marks.answered}.`
        : { calls: [{ tool: `handoff_to_${next}`, arguments: passed }] };
    return [
      {
        when: { ...when, count: 0 },
        answer: { calls: [read, { tool: `mcp__${name}__say`, arguments: {} }, remember] },
      },
      { when, answer: last },
    ];
  });
  return JSON.stringify({ rules });
}

/** Returns the files of the project: all agents share one folder, one store of runs and one memory. */
export function collectFiles(members: readonly Member[]): Record<string, string> {
  const files = members.map(({ name, way, marks, next, nodes }): [string, string] => [
    `agents/${name}.md`,
    [
      ...['---', 'kind: agent', `name: ${name}`, `title: The ${name}`, 'model: small'],
      ...(way === 'batch' ? ['type: batch'] : []),
      `mcp: { servers: [${name}] }`,
      'memory: { session: [current_task], long_term: { backend: filesystem } }',
      ...(way === 'ask' ? [`triggers: [{ intent: talk, keywords: [topic-${name}] }]`] : []),
      ...(next === undefined ? [] : [`handoffs: [{ to: ${next} }]`]),
      ...(nodes === undefined ? [] : [toGraph(nodes)]),
      ...['---', `You are ${name}, of ${marks.prompt}.`, ''],
    ].join('\n'),
  ]);
  return Object.fromEntries(files);
}

function toGraph(nodes: readonly string[]): string {
  const graph = {
    entry: nodes[0],
    nodes: nodes.map((name) => ({ name, agent: name })),
    edges: nodes.slice(1).map((to, at) => ({ from: nodes[at], to })),
  };
  return `graph: ${JSON.stringify(graph)}`;
}

/**
 * Returns settings with one server per agent, which prints its environment; no agent may read the vault's part
 * of it.
 */
export function getSettings(members: readonly Member[], server: string): object {
  const mcpServers = members.map(({ name, marks }) => {
    const env = { KEEPER_KEY: marks.server, KEEPER_SECRET: `vault://${name}` };
    // Trusted, so that later rounds need no approval.
    return [name, { command: process.execPath, args: [server], env, trusted: true }];
  });
  return {
    mcpServers: Object.fromEntries(mcpServers),
    vault: Object.fromEntries(members.map(({ name }) => [name, { env: getVariable(name) }])),
    approvals: { autoApprove: ['safe', 'low', 'medium', 'high'] },
  };
}

export function getEnvironment(members: readonly Member[]): Record<string, string> {
  return Object.fromEntries(members.map(({ name, marks }) => [getVariable(name), marks.vault]));
}

const getVariable = (name: string) => `SECRET_${name.replaceAll('-', '_').toUpperCase()}`;
