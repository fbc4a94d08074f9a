import { createPostgresBackend, Queue, type QueueOptions, Worker, withBackend } from 'bullmq';

export const queueName = 'agent-home-wake-ups';

/** Time that a shutdown waits for running work. */
export const drainMs = 10_000;

/**
 * Makes the queue's commits asynchronous; otherwise there would be three waits for the disk between a put and its verdict. A
 * wake-up need not survive a crash of the database, since the sweep finds its work.
 */
const asynchronousCommit = '-c synchronous_commit=off';

export function isInPostgres(url: string): boolean {
  return !url.startsWith('redis');
}

/** BullMQ's classes for a queue on PostgreSQL (`postgres://…`) or Redis (`redis://…`). */
export function classesFor(url: string): {
  connection: QueueOptions['connection'];
  Queue: typeof Queue;
  Worker: typeof Worker;
} {
  if (!isInPostgres(url)) return { connection: { url } as QueueOptions['connection'], Queue, Worker };
  // BullMQ's backends have different types of the same shape, and no common type.
  const postgres = withBackend(createPostgresBackend);
  return {
    connection: {
      connectionString: url,
      migrate: true,
      options: asynchronousCommit,
    } as unknown as QueueOptions['connection'],
    Queue: postgres.Queue as unknown as typeof Queue,
    Worker: postgres.Worker as unknown as typeof Worker,
  };
}
