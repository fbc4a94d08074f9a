import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Meter } from '../costs/meter.ts';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { Bench } from '../measure.ts';
import { readAll } from '../read-all.ts';

const connections = 16;
const topics = 10;

/**
 * Public topics served from the API’s cache, with all the work of every request; the cache refreshes each after
 * a second.
 */
export const projectionRead: Bench = {
  name: 'projection_read',
  unit: 'reads/s',
  floorName: 'files of the same size by @fastify/static, in a process of its own',
  target: { atLeast: 0.5 },
  pairs: { full: 9, short: 1 },
  async open(context) {
    const home = await context.home();
    const shown = home.topicIds.slice(0, topics);
    const folder = await mkdtemp(join(tmpdir(), 'agent-home-static-'));
    const sizes = await Promise.all(
      shown.map(async (topicId) => {
        const response = await fetch(`${home.url}/v1/public/topics/${topicId}`);
        const body = new Uint8Array(await response.arrayBuffer());
        await writeFile(join(folder, `${topicId}.json`), body);
        return body.length;
      }),
    );
    const size = Math.min(...sizes);
    const server = await forkTypeScript<{ port: number }>(new URL('../static-server.ts', import.meta.url), [
      folder,
    ]);
    const reads = context.short ? 4_000 : 40_000;
    const paths = (pathOf: (topicId: string) => string) =>
      Array.from({ length: reads }, (_, index) => pathOf(shown[index % shown.length] ?? ''));
    const meters = { value: home.homeMeter(), floor: home.floorMeter(server.child.pid) };
    const read = (meter: Meter, origin: string, pathOf: (topicId: string) => string) =>
      meter.measure(reads, () => readAll(origin, paths(pathOf), connections, size));
    return {
      meters,
      value: () => read(meters.value, home.url, (id) => `/v1/public/topics/${id}`),
      floor: () => read(meters.floor, `http://127.0.0.1:${server.ready.port}`, (id) => `/${id}.json`),
      async close() {
        await endFork(server.child);
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};
