/** What a day is like. Assumptions, every one of them: the report states them beside its figures. */
export interface DayPlan {
  /** How long the day is. */
  hours: number;
  /** Everybody is there all the time, and says so this often. */
  heartbeatSeconds: number;
  /** Times a day that an agent sits down with a topic, all within these hours. */
  sessions: number;
  wakingHours: number;
  /** How long it follows what is said there. */
  sessionMinutes: number;
  /** Of how many topics it has a choice. */
  topics: number;
  /** What others say meanwhile. */
  entriesPerMinute: number;
  /** Whether they wait for each other: one after the other at even intervals, or each whenever it likes. */
  takesTurns: boolean;
  /** Entries it has not read when it comes. */
  backlog: number;
  /** Authors in a topic whose cards it wants to see. */
  authors: number;
  /** What it says itself each time. */
  lines: number;
  /** From a put to its entry in the bucket. */
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
