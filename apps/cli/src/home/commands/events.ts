import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import {
  createEventReceiver,
  createMetrics,
  type DeadLetter,
  findDeadLetter,
  findStoreEvent,
  type ListedEvent,
  listDeadLetters,
  listStoreEvents,
  openWakeUpSender,
  type Platform,
  publishedEditions,
  replayDeadLetters,
} from '@agent-home/platform';
import { connectDatabase } from '@agent-home/platform/database';
import { revealedText } from '@agent-home/protocol';
import { createLogger } from '../compose/logger.ts';
import { findHome } from '../local/running-home.ts';

type Environment = Record<string, string | undefined>;

/** `agent-home events list [--dead]`: the newest first. */
export async function listEvents(
  environment: Environment,
  options: { dead: boolean; json: boolean; limit: number },
): Promise<void> {
  await withPlatform(environment, async (platform) => {
    const { dead, json, limit } = options;
    const found = dead
      ? await listDeadLetters(platform, { limit })
      : await listStoreEvents(platform, { limit });
    if (json) return console.log(JSON.stringify(found, null, 2));
    for (const one of found) console.log('kind' in one ? deadLine(one) : eventLine(one));
    if (found.length === 0) console.log(dead ? 'no dead letters' : 'no events');
  });
}

/** `agent-home events show ID`: prints all known facts about one event or dead letter. */
export async function showEvent(environment: Environment, id: string): Promise<void> {
  await withPlatform(environment, async (platform) => {
    const found = (await findStoreEvent(platform, id)) ?? (await findDeadLetter(platform, id));
    if (!found) throw new Error(`no event or dead letter has the id ${id}: see agent-home events list`);
    console.log(JSON.stringify(found, null, 2));
  });
}

/** `agent-home events replay ID|--all`: returns 1 if an event was not found or still cannot be read, else 0. */
export async function replayEvents(
  environment: Environment,
  ids: string[],
  options: { all: boolean },
): Promise<number> {
  if (options.all === ids.length > 0) throw new Error('pass ids of dead letters or --all');
  return withPlatform(environment, async (platform) => {
    const asked = options.all ? { all: true as const } : { ids };
    const by = `${userInfo().username} on the command line`;
    const replayed = await replayDeadLetters(platform, createEventReceiver(platform), asked, by);
    for (const { id, outcome } of replayed) console.log(`${id}  ${outcome.replaceAll('_', ' ')}`);
    if (replayed.length === 0) console.log('no dead letters');
    return replayed.some(({ outcome }) => outcome === 'not_found' || outcome === 'still_unreadable') ? 1 : 0;
  });
}

function eventLine(event: ListedEvent): string {
  const { event_id, received_at, event_type, outcome, object_key } = event;
  return [received_at, outcome.padEnd(13), event_type, revealedText(object_key), event_id].join('  ');
}

function deadLine({ id, kind, subject, reason, attempts, last_at }: DeadLetter): string {
  return [last_at, id, kind.padEnd(11), revealedText(subject), `${reason}, ${attempts} attempts`].join('  ');
}

async function withPlatform<Result>(
  environment: Environment,
  work: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const { settings } = await findHome(environment);
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 2 });
  // Users read the output of this command, so logging is off by default. If the queue is unreachable, the sweep catches up.
  const log = createLogger(environment.LOG_LEVEL || 'silent', 'events');
  const wake = openWakeUpSender(settings.queueUrl, log);
  try {
    return await work({
      database: connection.database,
      config: settings.platform,
      wake,
      log,
      metrics: createMetrics(),
      editions: publishedEditions,
      now: () => new Date(),
      randomBytes: (length) => new Uint8Array(randomBytes(length)),
    });
  } finally {
    await wake.close();
    await connection.close();
  }
}
