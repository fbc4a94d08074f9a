import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallTicket, PreparedCall, ToolOutcome, ToolProvider } from '@agent-home/agent-runtime';
import { decodeMarkdown } from '@agent-home/agent-runtime/definition';
import type { RunList } from '@agent-home/http-contract';
import { type JournalEntry, loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { createModelPort, FileRunStore } from '@agent-home/runtime-node';
import { mirrorRuns, type SessionPorts, TopicSession } from '@agent-home/runtime-node/resident';
import { type AgentHome, connect, createIdentity } from '@agent-home/sdk';
import { bearer } from '../../../support/bearer.ts';
import { eventually } from '../../../support/eventually.ts';
import { newOwner } from '../../../support/look.ts';
import { agentOf, copyOf, getRuns } from '../../../support/mirrored-runs.ts';
import { plainCard } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { getFile } from '../../../system/end-to-end/file-residents/resident-stage.ts';
import { readablePaths, readBucket, readResponses, type Sinks, type Viewers } from './home-sinks.ts';

/** Texts of one agent in one topic. All but `said` belong to its runs alone. */
const kinds = ['prompt', 'thought', 'argument', 'result', 'answer', 'said'] as const;
export type Kind = (typeof kinds)[number];

export interface Seat {
  agent: string;
  owner: string;
  topic: string;
  marks: Readonly<Record<Kind, string>>;
}

const seatPlan = [
  ['lamp', 'olga', 'hall'],
  ['lamp', 'olga', 'attic'],
  ['lamp', 'olga', 'cellar'],
  ['wick', 'olga', 'hall'],
  ['wick', 'olga', 'cellar'],
  ['moth', 'otto', 'hall'],
  ['moth', 'otto', 'attic'],
] as const;
const owners = { lamp: 'olga', wick: 'olga', moth: 'otto' } as const;
const rounds = 3;

const newMark = () => `mark${randomBytes(12).toString('hex')}`;
const anyMark = /mark[0-9a-f]{24}/g;
const toMarks = () => Object.fromEntries(kinds.map((kind) => [kind, newMark()])) as Record<Kind, string>;

/** Returns the result that belongs to the seat whose argument the call has. */
class NoteTools implements ToolProvider {
  readonly source = 'native';
  readonly #seats: readonly Seat[];

  constructor(seats: readonly Seat[]) {
    this.#seats = seats;
  }

  async tools() {
    return [
      {
        ...{ name: 'note', aliases: [], source: 'native' as const, description: 'Keeps a note.' },
        ...{ parameters: { type: 'object' }, risk: 'safe' as const, sideEffects: false, idempotent: true },
        ...{ prepares: false, timeoutMs: 5_000 },
      },
    ];
  }

  async invoke(ticket: CallTicket, call: PreparedCall): Promise<ToolOutcome> {
    ticket.open(call);
    const seat = this.#seats.find(({ marks }) => marks.argument === call.arguments.text);
    return { status: 'ok', content: [{ type: 'text', text: `Noted ${seat?.marks.result}.` }], metadata: {} };
  }

  async close(): Promise<void> {}
}

function getScript(seats: readonly Seat[]): string {
  const rules = seats.flatMap(({ marks }) => {
    const when = (count: number) => ({ system: marks.prompt, count });
    const calls = [
      { tool: 'home__read', arguments: {} },
      { tool: 'note', arguments: { text: marks.argument } },
    ];
    const say = { tool: 'home__say', arguments: { text: `I say ${marks.said}.` } };
    return [
      { when: when(0), answer: { thought: `I think ${marks.thought}.`, text: 'Wait.', calls, chunk: 7 } },
      { when: when(1), answer: { calls: [say] } },
      { when: when(2), answer: { text: `It is ${marks.answer}.`, chunk: 5, chunkDelayMs: 3 } },
    ];
  });
  return JSON.stringify({ rules });
}

export interface PlayedContexts {
  home: TestHome;
  seats: readonly Seat[];
  /** Requests of the residents to their models. */
  journal: readonly JournalEntry[];
  /** Seat of each run, by the run's id. */
  runs: ReadonlyMap<string, Seat>;
  /** Text of the home's copy of each run. */
  copies(): Promise<Map<string, string>>;
  /** Bucket and responses to each viewer. */
  places(): Promise<Sinks>;
  close(): Promise<void>;
}

/**
 * Runs three residents of two owners in a public topic and in two topics of circles, all at once and repeatedly, on one machine whose
 * runs are mirrored.
 * @param plant changes the ports of each session
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one scene, read from its beginning to its end
export async function playContexts(plant: (ports: SessionPorts) => void = () => {}): Promise<PlayedContexts> {
  const seats: Seat[] = seatPlan.map(([agent, owner, topic]) => ({ agent, owner, topic, marks: toMarks() }));
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-mirrored-contexts-'));
  const home = await startHome({ environment: { AGENT_HOME_ADMISSION: 'automatic' } });
  const tokens = { olga: await newOwner(home, 'olga'), otto: await newOwner(home, 'otto') };
  const cache = { freshSeconds: 0, staleSeconds: 0 };
  const agents = new Map<string, AgentHome>();
  for (const [agentId, owner] of Object.entries(owners)) {
    const { secretKey } = createIdentity();
    const agent = await connect({
      ...{ url: home.url, rootSet: home.rootSet, secretKey, agentId, cache },
      polling: { activeMs: 50, idleMs: 400 },
    });
    await agent.register(plainCard, { ownerToken: tokens[owner] });
    await agent.requestAdmission();
    agents.set(agentId, agent);
  }
  const outsider = await agentOf(home, 'owl', await newOwner(home, 'oda'));
  await home.admin('POST', '/v1/admin/topics', {
    ...{ topic_id: 'hall', title: 'Hall', visibility: 'public', mode: 'freeform' },
  });
  for (const [topic, members] of [
    ['attic', ['lamp', 'moth']],
    ['cellar', ['lamp', 'wick']],
  ] as const) {
    const circle = `${topic}-circle`;
    await home.admin('POST', '/v1/admin/circles', {
      ...{ circle_id: circle, name: circle, membership_mode: 'approval', listed: true },
      members: members.map((agent_id) => ({ agent_id })),
    });
    await home.admin('POST', '/v1/admin/topics', {
      ...{ topic_id: topic, title: topic, visibility: 'circle', circle_id: circle, mode: 'freeform' },
    });
  }

  const emulator = await startModelEmulator({
    port: 0,
    scripts: loadScripts([{ file: 'board.yaml', text: getScript(seats) }]),
  });
  const models = createModelPort((provider, name) => ({
    ...{ provider, name, url: `${emulator.url}/v1`, fallbacks: [], timeoutMs: 10_000 },
  }));
  const logKey = randomBytes(32);
  const store = new FileRunStore(join(folder, 'runs'), { key: () => logKey });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const providers = [new NoteTools(seats)];
  const openSession = async ({ agent, topic, marks }: Seat) => {
    const resident = agents.get(agent);
    if (!resident) throw new Error(`no agent ${agent}`);
    const ports: SessionPorts = {
      ...{ home: resident, homeUrl: home.url, store, models, providers, signal: stopping.signal },
      log: () => undefined,
      definition: async () => ({
        definition: decodeMarkdown(getFile(agent, '{ deny: [] }', `I am ${agent}, of ${marks.prompt}.`)),
        sha256: 'b'.repeat(64),
        model: {
          provider: 'model-emulator',
          name: 'scripted',
          contextWindow: 200_000,
          reservedOutput: 1_024,
        },
        policies: [],
        operator: { autoApprove: ['safe', 'low', 'medium', 'home.*'], unlocked: [] },
      }),
    };
    plant(ports);
    const opened = await eventually(() => resident.enterTopic(topic), 20_000);
    await eventually(() => resident.card(agent), 20_000);
    return new TopicSession(opened, ports);
  };
  const sessions = await Promise.all(seats.map(async (seat) => ({ seat, session: await openSession(seat) })));
  const mirrors = [...agents].map(([agentId, resident]) =>
    mirrorRuns({
      ...{ home: resident, homeUrl: home.url, agentId, store, pollMs: 20, signal: stopping.signal },
      ...{ file: join(folder, `mirrored-${agentId}`), log: () => undefined },
    }),
  );
  const runs = new Map<string, Seat>();
  for (let round = 0; round < rounds; round++)
    await Promise.all(
      sessions.map(async ({ seat, session }) => {
        const { runId, state } = await session.wake({ kind: 'arrival', topicId: seat.topic });
        if (!state.ended || state.ended.code)
          throw new Error(`${seat.agent}: ${state.ended?.code ?? 'waits'}`);
        runs.set(runId, seat);
      }),
    );
  const ownerOf = (runId: string) => tokens[runs.get(runId)?.owner === 'otto' ? 'otto' : 'olga'];
  await eventually(async () => {
    for (const token of Object.values(tokens)) {
      const { items } = await getRuns<RunList>(home, token, '/v1/runs?limit=100');
      for (const { run_id: runId, next_seq: copied } of items) {
        const { lines } = await store.read(runId);
        if (copied !== lines.length) throw new Error(`the home has ${copied} of ${lines.length} records`);
      }
    }
    for (const runId of runs.keys()) await copyOf(home, ownerOf(runId), runId);
  }, 60_000);

  const viewers: Viewers = {
    visitor: () => ({}),
    olga: () => bearer(tokens.olga),
    otto: () => bearer(tokens.otto),
    owl: (path) => outsider.sign('GET', path, undefined),
  };
  const paths = readablePaths({
    ...{ run_id: [...runs.keys()], agent_id: Object.keys(owners), topic_id: ['hall', 'attic', 'cellar'] },
    ...{ owner_id: Object.keys(tokens), circle_id: ['attic-circle', 'cellar-circle'] },
  }).map((path) => (path.endsWith('/records') ? `${path}?limit=200` : path));
  return {
    ...{ home, seats, journal: emulator.journal(), runs },
    async copies() {
      const texts = new Map<string, string>();
      for (const runId of runs.keys())
        texts.set(runId, (await copyOf(home, ownerOf(runId), runId)).join('\n'));
      return texts;
    },
    async places() {
      return { ...(await readBucket(home)), ...(await readResponses(home, paths, viewers)) };
    },
    async close() {
      stopping.abort();
      await Promise.all(mirrors);
      await Promise.all([...agents.values()].map((agent) => agent.close()));
      await Promise.all([emulator.close(), home.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Marks found in places where they may be and where they may not. */
export interface JudgedContexts {
  leaks: string[];
  seen: Record<Kind, number>;
}

/** Judges requests, copies, objects and responses by the owner of each mark in them. */
export async function judgeContexts(played: PlayedContexts): Promise<JudgedContexts> {
  const { seats, runs, journal } = played;
  const judged: JudgedContexts = {
    leaks: [],
    seen: { prompt: 0, thought: 0, argument: 0, result: 0, answer: 0, said: 0 },
  };
  const marks = new Map(
    seats.flatMap((seat) => kinds.map((kind) => [seat.marks[kind], { seat, kind }] as const)),
  );
  const search = (where: string, text: string, may: (seat: Seat, kind: Kind) => boolean) => {
    for (const [mark] of text.matchAll(anyMark)) {
      const found = marks.get(mark);
      if (found && may(found.seat, found.kind)) judged.seen[found.kind]++;
      else
        judged.leaks.push(
          `${where}: ${found ? `${found.kind} of ${found.seat.agent}, ${found.seat.topic}` : mark}`,
        );
    }
  };
  const isFor = (reader: Seat) => (seat: Seat, kind: Kind) =>
    seat === reader || (kind === 'said' && seat.topic === reader.topic);
  for (const { number, system = '', messages, tools } of journal) {
    const readers = seats.filter((seat) => system.includes(seat.marks.prompt));
    const [reader] = readers;
    if (!reader || readers.length > 1) judged.leaks.push(`request ${number} is of ${readers.length} seats`);
    else
      search(
        `request ${number} of ${reader.agent}, ${reader.topic}`,
        JSON.stringify({ system, messages, tools }),
        isFor(reader),
      );
  }
  for (const [runId, text] of await played.copies()) {
    const reader = runs.get(runId);
    if (reader) search(`copy of a run of ${reader.agent}, ${reader.topic}`, text, isFor(reader));
  }
  const isHeard = (topics: readonly string[]) => (seat: Seat, kind: Kind) =>
    kind === 'said' && topics.includes(seat.topic);
  const allowed: Record<string, (seat: Seat, kind: Kind) => boolean> = {
    bucket: (_, kind) => kind === 'said',
    'responses to visitor': isHeard(['hall']),
    'responses to owl': isHeard(['hall']),
    'responses to olga': (seat, kind) =>
      seat.owner === 'olga' || isHeard(['hall', 'attic', 'cellar'])(seat, kind),
    'responses to otto': (seat, kind) => seat.owner === 'otto' || isHeard(['hall', 'attic'])(seat, kind),
  };
  for (const [place, text] of Object.entries(await played.places()))
    search(place, text, allowed[place] ?? (() => false));
  return judged;
}
