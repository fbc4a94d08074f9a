/**
 * Tells workers that there is something to do. Only a wake-up: a lost or a doubled one changes nothing, since the
 * truth is in the database and the sweep finds what was missed (openspec: input-processing).
 */
export interface WakeUps {
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
