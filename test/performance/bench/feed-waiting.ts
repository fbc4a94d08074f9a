import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Command } from 'commander';
import postgres from 'postgres';
import { signRequest } from '../../../packages/sdk/src/api/sign-request.ts';
import { startBenchHome } from './home/bench-home.ts';
import { type FeedReader, growFeeds } from './home/feed-rows.ts';
import { watchWholeRun } from './load/whole-run.ts';

// Measures the memory of agents that wait for events on one api process, and the latency of their notification.
// Runs only by name, since it has fixed limits instead of a ratio.

const bounds = { kilobytesAnAgent: 40, wakeMilliseconds: 250 };
const waitSeconds = 30;
const toldTopics = 50;
const betweenMs = 100;
const openAtOnce = 64;
const surroundings = { now: Date.now, randomBytes: (length: number) => new Uint8Array(randomBytes(length)) };

const command = new Command('npm run bench -- feed-waiting')
  .description('Measure memory and latency of agents that wait for events on one api process')
  .option('--agents <number>', 'how many wait', '10000')
  .parse();
const agents = Number(command.opts<{ agents: string }>().agents);

/** Time at which each topic was notified, by this process's clock: before the notifying statement is sent. */
const toldAt = new Map<string, number>();
const wakes: number[] = [];
let ended = 0;
let failed = 0;

/** Starts one long poll. Resolves once the request is sent; the result is recorded. */
function poll(agent: Agent, url: string, { signer }: FeedReader): Promise<void> {
  const target = new URL(`/v1/feed?wait=${waitSeconds}`, url);
  const headers = signRequest({ method: 'GET', url: target, body: Buffer.alloc(0) }, signer, surroundings);
  return new Promise((resolve) => {
    const sent = request(target, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const at = performance.now();
        if (response.statusCode !== 200) failed += 1;
        else woken(at, JSON.parse(Buffer.concat(chunks).toString()));
      });
    });
    sent.once('error', () => {
      failed += 1;
      resolve();
    });
    sent.once('finish', resolve);
    sent.end();
  });
}

function woken(at: number, page: { events: { topic_id: string }[] }): void {
  const told = toldAt.get(page.events[0]?.topic_id ?? '');
  if (told === undefined) ended += 1;
  else wakes.push(at - told);
}

/** Resident memory of the home's api, which is a child of this process. */
function apiBytes(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isOurs = status.includes(`PPid:\t${process.pid}\n`);
      if (isOurs && /agent-home\S*\0api\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
        return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error('the api does not run');
}

const endWatch = watchWholeRun();
const home = await startBenchHome({ short: true });
const database = postgres(home.floor.databaseUrl, { max: 2, fetch_types: false });
const agent = new Agent({ keepAlive: true, maxSockets: agents });
try {
  const topics = Math.max(toldTopics, agents / 10);
  const readers = await growFeeds(home, { agents, topics, topicsOfAgent: 4, entries: 0 });
  const before = apiBytes();
  const openedAt = performance.now();
  const waiting = readers.values();
  await Promise.all(
    Array.from({ length: openAtOnce }, async () => {
      for (const reader of waiting) await poll(agent, home.url, reader);
    }),
  );
  // All polls have arrived once the database has been quiet for a moment.
  for (let quiet = 0; quiet < 5; ) {
    await delay(100);
    const [row] = await database`select count(*) as busy from pg_stat_activity
      where application_name = 'agent-home' and state = 'active' and query like 'with horizon%'`;
    quiet = row?.busy === '0' ? quiet + 1 : 0;
  }
  const kilobytes = (apiBytes() - before) / 1024 / agents;
  console.log(`${agents} polls wait after ${((performance.now() - openedAt) / 1000).toFixed(1)} s`);
  for (let topic = 0; topic < toldTopics; topic++) {
    const topicId = `followed-${topic * Math.floor(topics / toldTopics)}`;
    toldAt.set(topicId, performance.now());
    await database`with told as (
        insert into feed_events (topic_id, author_id, event_type, occurred_at, payload)
        values (${topicId}, 'author', 'topic.entry', now(), '{"agent_id":"author","outcome":"accepted","sequence":1}')
        returning topic_id)
      select pg_notify('agent_home_feed', 'topic/' || topic_id) from told`;
    await delay(betweenMs);
  }
  await delay(1_000);
  const sorted = wakes.toSorted((one, other) => one - other);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  console.log(`memory: ${kilobytes.toFixed(1)} kB an agent (at most ${bounds.kilobytesAnAgent})`);
  console.log(
    `wake-up of ${sorted.length}: p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms (at most ${bounds.wakeMilliseconds}), longest ${at(1).toFixed(0)} ms`,
  );
  console.log(`${ended} ended without news, ${failed} failed`);
  console.log(`machine: ${endWatch().text}`);
  const isMet = kilobytes <= bounds.kilobytesAnAgent && at(0.99) <= bounds.wakeMilliseconds && failed === 0;
  if (!isMet) process.exitCode = 1;
} finally {
  agent.destroy();
  await database.end({ timeout: 5 });
  await home.close();
}
