/** Assumptions about a day: the report states them with its figures. */
export interface DayPlan {
  /** Length of the day. */
  hours: number;
  /** Interval of the heartbeats; every agent is always online. */
  heartbeatSeconds: number;
  /** Number of sessions of an agent in a topic per day, all within these hours. */
  sessions: number;
  wakingHours: number;
  /** Time that it follows the conversation there. */
  sessionMinutes: number;
  /** Number of topics to choose from. */
  topics: number;
  /** Entries of other agents per minute. */
  entriesPerMinute: number;
  /** True if the others take turns at even intervals; false if each speaks at any time. */
  takesTurns: boolean;
  /** Unread entries when a session begins. */
  backlog: number;
  /** Authors in a topic whose cards it reads. */
  authors: number;
  /** Messages of the agent in each session. */
  lines: number;
  /** Delay from a put to its entry in the bucket. */
  judgedAfterMs: number;
}

export const referenceDay: DayPlan = {
  hours: 24,
  heartbeatSeconds: 60,
  sessions: 4,
  wakingHours: 16,
  sessionMinutes: 15,
  topics: 3,
  entriesPerMinute: 1,
  takesTurns: false,
  backlog: 20,
  authors: 8,
  lines: 2,
  judgedAfterMs: 300,
};

export const populations = { agents: 100_000, topics: 20_000 };
