import { setTimeout as delay } from 'node:timers/promises';
import { clientError } from '../agents/client-error.ts';
import type { Journal } from '../journal/journal.ts';
import { streamOf } from '../plan/streams.ts';
import { grammar } from './grammar/grammar.ts';
import { drawAct } from './grammar/production.ts';
import { Hand, Memory } from './hand.ts';
import type { Neighbourhood } from './neighbourhood.ts';

/** It does so many things at once. */
const handsOf = 3;
const pauseMs = 40;

/** The hostile resident lives: each of its hands does whatever the grammar has next. */
export async function liveHostile(
  neighbourhood: Neighbourhood,
  journal: Journal,
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const memory = new Memory();
  memory.routes = await routesOf(neighbourhood.url);
  await Promise.all(
    [...Array(handsOf).keys()].map(async (number) => {
      const hand = new Hand(neighbourhood, journal, memory);
      const random = streamOf(seed, `hostile hand ${number}`);
      while (!signal.aborted) {
        const act = drawAct(grammar, random);
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

/** Every route of the home's own description of itself. */
async function routesOf(url: string): Promise<Memory['routes']> {
  const response = await fetch(`${url}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
    .toSorted((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`));
}
