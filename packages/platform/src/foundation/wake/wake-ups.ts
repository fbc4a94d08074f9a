/**
 * Notifies workers of work. A lost or repeated wake-up changes nothing, since all due work is in the database, where the sweep
 * finds it (openspec: input-processing).
 */
export interface WakeUps {
  /**
   * Set if the queue is in PostgreSQL: a statement that stores work for now also notifies this channel
   * (notices.ts) and sends no wake-up. A job of the queue would cost eight statements and three commits.
   */
  readonly channel?: string | undefined;
  /** Something may have happened in a topic; `at` for a deadline. */
  topic(topicId: string, at?: Date): Promise<void>;
  /** Something may have happened in a circle; `at` for a request that expires. */
  circle(circleId: string, at?: Date): Promise<void>;
  /** Rows of this outbox stream wait to be published. */
  stream(stream: string): Promise<void>;
  /** Somebody wrote at a platform key: compare it with the database. */
  check(objectKey: string): Promise<void>;
}

export type WakeUpJob =
  | { type: 'topic'; topicId: string }
  | { type: 'circle'; circleId: string }
  | { type: 'stream'; stream: string }
  | { type: 'check'; objectKey: string };
