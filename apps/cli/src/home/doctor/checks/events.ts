import { setTimeout as delay } from 'node:timers/promises';
import { endpointName, eventEndpoints } from '@agent-home/http-contract';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { getKind } from '../../stores/store-kinds.ts';
import { type CheckContext, type DoctorCheck, ok, warning } from './check.ts';
import { probeFolder } from './credentials.ts';

const webhooks = [eventEndpoints.pushFromOss, eventEndpoints.pushFromS3].map(endpointName).join(' or ');

const patienceMs = 8_000;
const goodMs = 2_000;

/** Puts an object as an agent would, without a ticket, and waits until the platform receives the event. */
export const eventCheck: DoctorCheck = {
  name: 'events',
  timeoutMs: patienceMs + 7_000,
  async run(context) {
    const { settings, store, probeId } = context;
    if (!settings.takesEvents)
      return warning('AGENT_HOME_EVENTS=off: the platform receives no events of writes', offAdvice(context));
    if (settings.eventTokens.length === 0)
      return warning('AGENT_HOME_EVENT_TOKENS is not set: the webhook accepts no events', offAdvice(context));
    const key = `${probeFolder(probeId)}/event.json`;
    try {
      await store.put(key, new TextEncoder().encode('{}'), { contentType: 'application/json' });
      const startedAt = performance.now();
      while (performance.now() - startedAt < patienceMs) {
        if (await hasArrived(context, key)) {
          const milliseconds = Math.round(performance.now() - startedAt);
          return milliseconds <= goodMs
            ? ok(`an event arrived ${milliseconds} ms after its write`)
            : warning(
                `an event took ${milliseconds} ms`,
                'check for a queue before the webhook (MinIO: QUEUE_DIR)',
              );
        }
        await delay(20);
      }
    } finally {
      await store.delete(key);
    }
    const how = getKind(settings.store).eventSource;
    return warning(
      `no event within ${patienceMs / 1000} s: only the sweep finds writes`,
      `check ${how}: it has to reach ${webhooks} of the API with a token of AGENT_HOME_EVENT_TOKENS`,
    );
  },
};

async function hasArrived({ connection }: CheckContext, key: string): Promise<boolean> {
  const { storeEvents } = tables;
  const rows = await connection.database
    .select({ id: storeEvents.eventId })
    .from(storeEvents)
    .where(eq(storeEvents.objectKey, key))
    .limit(1);
  return rows.length > 0;
}

function offAdvice({ settings }: CheckContext): string {
  const first = settings.platform.sweepFirstSeconds;
  return `subscribe the webhook to the bucket’s events; until then the sweep finds writes after ${first} s or more`;
}
