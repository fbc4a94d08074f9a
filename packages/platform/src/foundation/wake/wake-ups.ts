/**
 * Tells workers that there is something to do. A lost or a doubled wake-up changes nothing, since everything that is
 * due is in the database, where the sweep finds it (openspec: input-processing).
 */
export interface WakeUps {
  /**
   * Set where the queue is in PostgreSQL: who stores something that is to be looked at now notifies this channel in the same
   * statement (notices.ts), and sends no wake-up. A job of the queue would cost eight statements and three commits.
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
