import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkedValue, putBack, type RunRecord } from '@agent-home/agent-runtime/run-log';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { FileRunStore } from '@agent-home/runtime-node';
import type { Mutation } from '../../../meta/source-mutations/changes.ts';
import { bundleProgram } from '../bundle-program.ts';
import { startMcpUrlServer } from '../mcp-url-server.ts';
import { getFile, getScript, newCast, type Seat } from './cast.ts';
import { startHouse } from './house-process.ts';
import { ContextJudge, type Judged } from './judge-contexts.ts';
import type { House, Setup } from './open-house.ts';

export interface BoardResult extends Judged {
  messages: number;
  requests: number;
  logs: number;
  /** Requests that the fallback model handled because the first was unavailable. */
  failovers: number;
  /** Wrong responses. */
  wrong: string[];
}

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const server = fileURLToPath(new URL('keeping-server.mjs', import.meta.url));

/**
 * Runs many agents in many sessions at once, with markers in every source of a context. Then searches every request to a model and
 * every log for markers of others. The first half runs in one process, the second in several that share all files.
 */
export async function playBoard({
  agents,
  messages,
  processes,
  bug,
}: {
  agents: number;
  /** Number of messages of each session. */
  messages: number;
  processes: number;
  bug?: Mutation;
}): Promise<BoardResult> {
  // Below the root, so that installed libraries are found.
  const cache = join(root, 'node_modules/.cache/agent-home-boards');
  await mkdir(cache, { recursive: true });
  const programs = await mkdtemp(join(cache, 'contexts-'));
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-contexts-'));
  const cast = newCast({ agents, messages });
  const emulator = await startModelEmulator({
    scripts: loadScripts([{ file: 'board.yaml', text: getScript(cast) }]),
  });
  const remote = await startMcpUrlServer({
    tools: (key) =>
      ['say', `of-${key}`].map((name) => ({
        name,
        description: `Keeps ${key}.`,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: true },
      })),
    call: ({ key }) => ({ content: [{ type: 'text', text: `It keeps ${key}.` }] }),
  });
  const houses: House[] = [];
  try {
    await Promise.all(cast.seats.map((seat) => furnish(folder, seat)));
    const setup: Setup = { folder, modelUrl: emulator.url, server, serverUrl: remote.url, cast };
    const setupFile = join(folder, 'setup.json');
    await writeFile(setupFile, JSON.stringify(setup));
    const program = join(programs, 'open-house.mjs');
    const entry = new URL('open-house.ts', import.meta.url);
    await bundleProgram({ entry, outfile: program, ...(bug ? { bug } : {}) });
    const code = (await import(pathToFileURL(program).href)) as typeof import('./open-house.ts');
    houses.push(code.openHouse(setup));
    for (let more = 1; more < processes; more++) houses.push(startHouse(program, setupFile));

    const runs = new Map<string, Seat>();
    const wrong: string[] = [];
    const talk = async (seat: Seat, number: number) => {
      for (const [at, { said, answered }] of seat.messages.entries()) {
        const place = at < messages / 2 ? 0 : (at + number) % houses.length;
        const text = `Message ${at} of the talk: what did we say about it? ${said}`;
        const posted = await houses[place]?.post(number, text).catch((error: unknown) => String(error));
        if (typeof posted !== 'object') wrong.push(`${seat.agent}, message ${at}: ${posted}`);
        else {
          runs.set(posted.runId, seat);
          if (!posted.answer.includes(answered)) wrong.push(`${posted.runId} answered ${posted.answer}`);
        }
      }
    };
    await Promise.all(cast.seats.map(talk));
    await Promise.all(houses.splice(0).map((house) => house.close()));

    const judge = new ContextJudge(cast);
    const journal = emulator.journal();
    for (const request of journal) judge.request(request);
    const logs = await judgeLogs(folder, runs, judge);
    wrong.push(...remote.mixed);
    if (logs !== runs.size) wrong.push(`${logs} logs of ${runs.size} runs`);
    return {
      ...judge.judged,
      messages: cast.seats.length * messages,
      requests: journal.length,
      failovers: journal.filter(({ model }) => model === 'second').length,
      logs,
      wrong,
    };
  } finally {
    await Promise.allSettled(houses.map((house) => house.close()));
    await Promise.all([emulator.close(), remote.close()]);
    await Promise.all([folder, programs].map((each) => rm(each, { recursive: true, force: true })));
  }
}

/** Judges each log as belonging to the agent that got the message, regardless of the names in the log. */
async function judgeLogs(
  folder: string,
  runs: ReadonlyMap<string, Seat>,
  judge: ContextJudge,
): Promise<number> {
  const store = new FileRunStore(join(folder, 'runs'));
  const listed = await store.list();
  for (const { runId } of listed) {
    const owner = runs.get(runId);
    if (!owner) continue;
    const { lines, value } = await store.read(runId);
    for (const line of lines) {
      const record = JSON.parse(line) as RunRecord;
      const data = putBack(record.data, checkedValue(value, record.seq)) as RunRecord['data'];
      judge.record({ ...record, data }, owner);
    }
  }
  return listed.length;
}

async function furnish(folder: string, seat: Seat): Promise<void> {
  const project = join(folder, 'projects', seat.isShared ? 'shared' : seat.agent);
  await mkdir(project, { recursive: true });
  await writeFile(join(project, getFile(seat)), `It says ${seat.file}.`);
}
