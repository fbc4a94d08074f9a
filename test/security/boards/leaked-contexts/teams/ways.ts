import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Member, messageFor, newMember } from './team-cast.ts';

/** Command line; its working folder is the project's. */
export type Typed = readonly string[];

/** Ways in which agents start to work. */
export interface Way {
  name: string;
  /** Number of agents that one of these activates. */
  size: number;
  members(number: number): Member[];
  /** Returns the command lines for these agents. */
  commands(members: readonly Member[], project: { folder: string; round: number }): Promise<Typed[]>;
}

/** Session name of all agents: a session belongs to its agent, even if others use the same name. */
const session = ['--session', 'one-for-all'];
const one = (way: string) => (number: number) => [newMember(`${way}-${number}`, way)];

export const ways: readonly Way[] = [
  {
    name: 'plain',
    size: 1,
    members: one('plain'),
    commands: async (members) =>
      members.map((member) => ['agents', 'run', member.name, '-p', messageFor(member), ...session]),
  },
  {
    name: 'ask',
    size: 1,
    members: one('ask'),
    commands: async (members) => members.map((member) => ['ask', messageFor(member), ...session]),
  },
  {
    name: 'batch',
    size: 1,
    members: one('batch'),
    commands: (members, { folder, round }) =>
      Promise.all(
        members.map(async (member) => {
          const [input, output] = [`${member.name}-${round}.txt`, `${member.name}-${round}.jsonl`];
          await writeFile(join(folder, input), `${messageFor(member)}\n${messageFor(member)} again\n`);
          return ['agents', 'batch', member.name, '--input', input, '--output', output];
        }),
      ),
  },
  {
    name: 'handoff',
    size: 4,
    members: (number) =>
      [0, 1, 2, 3].map((place) =>
        newMember(
          `chain-${number}-${place}`,
          'handoff',
          place === 3 ? undefined : `chain-${number}-${place + 1}`,
        ),
      ),
    commands: async ([first]) =>
      first ? [['agents', 'run', first.name, '-p', messageFor(first), ...session]] : [],
  },
  {
    name: 'graph',
    size: 4,
    members: (number) => {
      const flow = `flow-${number}`;
      const nodes = [0, 1, 2].map((place) => `${flow}-node-${place}`);
      return [
        { ...newMember(flow, 'graph'), nodes },
        ...nodes.map((name, at) => ({ ...newMember(name, 'graph'), toldBy: [flow, ...nodes.slice(0, at)] })),
      ];
    },
    commands: async ([flow]) =>
      flow ? [['agents', 'run', flow.name, '-p', messageFor(flow), ...session]] : [],
  },
];
