import { channel } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reading } from './readings.ts';

/**
 * Loaded before a process of the home, without its knowledge; records measurements that only the process itself can make, a line
 * every quarter of a second. A blocked loop is measured in processor time of its own thread, because a busy machine makes every
 * loop late, but none busy.
 */
const file = process.env.SIMULATION_READINGS;
const everyMs = 20;
const ticksALine = 12;
const noticedMs = 100;

if (file !== undefined) {
  // Loading and compiling modules delays no request before the process reports that it is up.
  let isUp = false;
  const say = process.stdout.write;
  process.stdout.write = ((...told: Parameters<typeof say>) => {
    setImmediate(() => {
      [busy, late] = [busyMs(), performance.now()];
      isUp = true;
    });
    return say.apply(process.stdout, told);
  }) as typeof say;
  const busyMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  let [ticks, busy, late] = [0, busyMs(), performance.now()];
  let stalls: Reading['stalls'] = [];
  let answers: Reading['answers'] = [];
  channel('http.server.response.finish').subscribe((message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (response.statusCode < 500) return;
    // Headers given to writeHead are available only here.
    const { _header: head = '' } = response as { _header?: string };
    const { method = '', url = '' } = request;
    const isDeliberate = response.statusCode === 503 && /^retry-after:/im.test(head);
    answers.push({
      at: Date.now(),
      status: response.statusCode,
      isDeliberate,
      path: `${method} ${url.slice(0, 300)}`,
    });
  });
  setInterval(() => {
    const [now, nowBusy] = [performance.now(), busyMs()];
    const stall = { at: Date.now(), busyMs: nowBusy - busy, lateMs: now - late - everyMs };
    if (isUp && stall.busyMs > noticedMs) stalls.push(stall);
    [busy, late] = [nowBusy, now];
    ticks += 1;
    if (ticks % ticksALine !== 0) return;
    const handles: Record<string, number> = {};
    for (const name of process.getActiveResourcesInfo()) handles[name] = (handles[name] ?? 0) + 1;
    const [command = ''] = process.argv.slice(2);
    const reading: Reading = {
      at: Date.now(),
      process: command,
      pid: process.pid,
      rssBytes: process.memoryUsage.rss(),
      handles,
      stalls,
      answers,
    };
    [stalls, answers] = [[], []];
    appendFileSync(file, `${JSON.stringify(reading)}\n`);
    busy = busyMs();
  }, everyMs).unref();
}
