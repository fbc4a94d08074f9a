import { setTimeout as delay } from 'node:timers/promises';
import { clientError } from '../agents/client-error.ts';
import type { Journal } from '../journal/journal.ts';
import { getStream } from '../plan/streams.ts';
import type { Memory, Route } from './asking.ts';
import { grammar } from './grammar/grammar.ts';
import { getDeck } from './grammar/production.ts';
import { Hand } from './hand.ts';
import type { Neighbourhood } from './neighbourhood.ts';

/** Number of acts in parallel. */
const handsOf = 3;
const pauseMs = 40;

/** Runs the hostile resident: each of its hands performs the next act of the grammar. */
export async function liveHostile(
  neighbourhood: Neighbourhood,
  journal: Journal,
  { seed, memory }: { seed: number; memory: Memory },
  signal: AbortSignal,
): Promise<void> {
  memory.routes = await listRoutes(neighbourhood.url);
  const draw = getDeck(grammar, getStream(seed, 'hostile deck'));
  await Promise.all(
    Array.from({ length: handsOf }, async () => {
      const hand = new Hand(neighbourhood, journal, memory);
      while (!signal.aborted) {
        const act = draw();
        const started = Date.now();
        await act.perform(hand).catch((error: unknown) => {
          if (clientError(error)) throw error;
        });
        journal.acts.push({
          production: act.production,
          drawn: act.drawn,
          at: started,
          tookMs: Date.now() - started,
        });
        await delay(pauseMs, undefined, { signal }).catch(() => {});
      }
    }),
  );
}

interface Operation {
  parameters?: { in: string; name: string }[];
}

/** Reads every route from the home's own OpenAPI description. */
async function listRoutes(url: string): Promise<Route[]> {
  const response = await fetch(`${url}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      })),
    )
    .toSorted((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`));
}
