import { createPostgresBackend, Queue, type QueueOptions, Worker, withBackend } from 'bullmq';

export const queueName = 'agent-home-wake-ups';

/** How long a shutdown waits for what is under way. */
export const drainMs = 10_000;

/**
 * A wake-up need not survive a crash of the database: the sweep finds what it was about. So its commits do not wait
 * for the disk, of which there would be three between a put and its verdict.
 */
const unhurried = '-c synchronous_commit=off';

/** BullMQ's classes for a queue on PostgreSQL (`postgres://…`) or Redis (`redis://…`). */
export function classesFor(url: string): {
  connection: QueueOptions['connection'];
  Queue: typeof Queue;
  Worker: typeof Worker;
} {
  if (url.startsWith('redis')) return { connection: { url } as QueueOptions['connection'], Queue, Worker };
  // BullMQ types its backends apart and gives them the same shape: no type of its own says so.
  const postgres = withBackend(createPostgresBackend);
  return {
    connection: {
      connectionString: url,
      migrate: true,
      options: unhurried,
    } as unknown as QueueOptions['connection'],
    Queue: postgres.Queue as unknown as typeof Queue,
    Worker: postgres.Worker as unknown as typeof Worker,
  };
}
