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
  /** Wake-up after a possible change in a topic; `at` for a deadline. */
  topic(topicId: string, at?: Date): Promise<void>;
  /** Wake-up after a possible change in a circle; `at` for the expiry of a request. */
  circle(circleId: string, at?: Date): Promise<void>;
  /** Wake-up for rows of this outbox stream that wait for publication. */
  stream(stream: string): Promise<void>;
  /** Wake-up after a write at a platform key, to compare the object with the database. */
  check(objectKey: string): Promise<void>;
}

export type WakeUpJob =
  | { type: 'topic'; topicId: string }
  | { type: 'circle'; circleId: string }
  | { type: 'stream'; stream: string }
  | { type: 'check'; objectKey: string };
