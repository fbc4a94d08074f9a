import { setTimeout as delay } from 'node:timers/promises';
import { getId } from '../../../support/raw-agent.ts';
import { clientError } from '../agents/client-error.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { places } from './places.ts';

/** Interval that needs less than any agent's share of the token service. */
const pauseMs = 900;

/** Runs an honest agent next to the hostile one, in the same square: it sends few requests, and a message now and then. */
export async function witnessLife({ witness }: Neighbourhood, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const [held] = await witness.ask(places.square, ['topic_message_write']);
      const place = held?.record.keys[0];
      if (held && place) {
        const line = witness.message(places.square, getId(place.key), { content: { text: 'A quiet day.' } });
        await witness.put(held, place.key, line, 'plain', place.notAfter);
      }
    } catch (error) {
      // The home refused the request or is unavailable; the journal has it.
      if (clientError(error)) throw error;
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {});
  }
}
