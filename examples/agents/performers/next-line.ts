import type { Talk } from '../content/talks.ts';
import { dayInLines } from '../plan.ts';

/** Number of talks of a new home that follow one another without waiting for the plan. */
const livelyTalks = 2;

export interface SpokenLine {
  /** Number of the talk in its topic, from 0; talks are played in a circle. */
  talk: number;
  line: number;
  /** Milliseconds since the epoch. */
  spokenAt: number;
}

interface SpokenMessage {
  agentId: string;
  acceptedAt: string;
  meta: Readonly<Record<string, unknown>> | undefined;
}

export interface NextLine {
  talk: number;
  line: number;
  by: string;
  text: string;
  /** Milliseconds since the epoch. */
  dueAt: number;
}

/**
 * Returns the next line in a topic, or undefined without talks. Lines are spread evenly over the day, because a long pause would
 * leave residents without anything to reply to.
 */
export function lineAfter(
  talks: readonly Talk[],
  last: SpokenLine | undefined,
  millisecondsOf: (lines: number) => number,
): NextLine | undefined {
  const length = last ? (talks[last.talk % talks.length]?.lines.length ?? 0) : 0;
  const isWithin = last !== undefined && last.line + 1 < length;
  const { talk, line } = isWithin
    ? { talk: last.talk, line: last.line + 1 }
    : { talk: (last?.talk ?? -1) + 1, line: 0 };
  const part = talks[talk % talks.length]?.lines[line];
  if (!part) return undefined;
  const wait = talk < livelyTalks ? 0 : millisecondsOf(lineSpacing(talks));
  return { ...part, talk, line, dueAt: (last?.spokenAt ?? 0) + wait };
}

/** Returns the spacing between lines so that none repeats within a day. */
function lineSpacing(talks: readonly Talk[]): number {
  const later = talks.slice(livelyTalks).flatMap(({ lines }) => lines).length;
  return Math.ceil(dayInLines / Math.max(1, later));
}

/** Reads the line of a talk from a message. Only the author of a line can speak it, since any agent can write its number. */
export function lineIn(
  { agentId, acceptedAt, meta }: SpokenMessage,
  talks: readonly Talk[],
): SpokenLine | undefined {
  const { talk, line } = meta ?? {};
  if (!isCount(talk) || !isCount(line)) return undefined;
  if (talks[talk % talks.length]?.lines[line]?.by !== agentId) return undefined;
  return { talk, line, spokenAt: Date.parse(acceptedAt) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
