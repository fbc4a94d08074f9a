import { randomBytes } from 'node:crypto';

/** Kind of text that holds the marker. */
export type Kind = 'prompt' | 'session' | 'said' | 'answered' | 'file' | 'home' | 'server';

export interface Marker {
  text: string;
  kind: Kind;
  agent: string;
  /** Absent if it belongs to the agent in all its sessions. */
  session?: string;
}

/** One session of one agent. */
export interface Seat {
  agent: string;
  /** Agents use the same session names, so a name alone identifies no session. */
  session: string;
  /** True if the agent shares its runtime and tools with other agents; false for a runtime of its own. */
  isShared: boolean;
  /** Scope of the memory: all sessions of the agent, or each session separately (S3-103). */
  scope: 'agent' | 'session';
  prompt: string;
  mark: string;
  file: string;
  home: string;
  server: string;
  /** Messages with their expected responses, in order. */
  messages: Message[];
}

export interface Message {
  said: string;
  answered: string;
  tool: 'none' | 'file' | 'home' | 'server' | 'address';
  /** Error status of the first model. */
  fails?: number;
}

export interface Cast {
  seats: Seat[];
}

const sessions = ['session-one', 'session-two'] as const;
const tools = ['none', 'file', 'home', 'server', 'address'] as const;
const failures = [429, 500, 404] as const;

/** Markers are random, and no part of one is part of another. */
const newMarker = () => `mark${randomBytes(12).toString('hex')}`;
export const anyMarker = /mark[0-9a-f]{24}/g;

/** @param messages of each session */
export function newCast({ agents, messages }: { agents: number; messages: number }): Cast {
  const seats = Array.from({ length: agents }, (_, number): Seat[] => {
    const ofAgent = { prompt: newMarker(), home: newMarker(), server: newMarker() };
    return sessions.map((session, index) => ({
      agent: `agent-${number}`,
      session,
      ...ofAgent,
      mark: newMarker(),
      file: newMarker(),
      isShared: number % 2 === 0,
      // Memory is shared by all sessions of the agent, or separate for each session.
      scope: number % 3 === 0 ? 'agent' : 'session',
      messages: Array.from({ length: messages }, (__, at) => newMessage(at, 2 * number + index)),
    }));
  });
  return { seats: seats.flat() };
}

function newMessage(at: number, seat: number): Message {
  const fails = (at + seat) % 4 === 1 ? failures[(at + seat) % failures.length] : undefined;
  return {
    said: newMarker(),
    answered: newMarker(),
    tool: tools[(at + seat) % tools.length] ?? 'none',
    ...(fails === undefined ? {} : { fails }),
  };
}

/** Returns every marker with its owner. */
export function toMarkers({ seats }: Cast): ReadonlyMap<string, Marker> {
  const all = seats.flatMap(({ agent, session, prompt, home, server, mark, file, messages }): Marker[] => [
    { text: prompt, kind: 'prompt', agent },
    { text: home, kind: 'home', agent },
    { text: server, kind: 'server', agent },
    { text: mark, kind: 'session', agent, session },
    { text: file, kind: 'file', agent, session },
    ...messages.flatMap(({ said, answered }): Marker[] => [
      { text: said, kind: 'said', agent, session },
      { text: answered, kind: 'answered', agent, session },
    ]),
  ]);
  return new Map(all.map((marker) => [marker.text, marker]));
}

/** Returns the file of a session, in the folder of its project. */
export function getFile({ agent, session }: Pick<Seat, 'agent' | 'session'>): string {
  return `${agent}-${session}.txt`;
}

/** Returns the script of the models as YAML, a superset of JSON. */
export function getScript({ seats }: Cast): string {
  const rules = seats.flatMap((seat) =>
    seat.messages.flatMap(({ said, answered, tool, fails }) => {
      const when = { system: seat.mark, user: said };
      const call = getCall(seat, tool);
      return [
        ...(fails === undefined
          ? []
          : [
              {
                when: { ...when, model: 'first' },
                fault: { kind: 'error', status: fails, retryAfterSeconds: 0 },
              },
            ]),
        ...(call ? [{ when: { ...when, count: 0 }, answer: { calls: [call] } }] : []),
        { when, answer: { text: `We said about the talk: ${answered}.`, chunk: 9, chunkDelayMs: 5 } },
      ];
    }),
  );
  return JSON.stringify({ rules: [...rules, { answer: 'Nothing is known of this.' }] });
}

function getCall(seat: Seat, tool: Message['tool']): { tool: string; arguments: object } | undefined {
  const file = { tool: 'read_file', arguments: { path: getFile(seat) } };
  if (tool === 'none') return undefined;
  if (tool === 'file' || seat.isShared) return file;
  if (tool === 'home') return { tool: 'bash', arguments: { command: 'echo $HOME' } };
  return { tool: tool === 'server' ? 'mcp__keeper__say' : 'mcp__remote__say', arguments: {} };
}
