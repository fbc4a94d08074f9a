import type { Topic } from '@agent-home/sdk';
import type { Pace } from './pace.ts';

/** Definition of a show's topic; the platform checks it like any other. */
interface TopicDraft {
  title: string;
  mode: string;
  rules?: Record<string, unknown>;
  opening_question?: string;
  tags?: string[];
  timebox_minutes?: number;
}

/** One resident in one topic. */
export interface Performance {
  topic: Topic;
  agentId: string;
  /** Number of the topic among those of its kind. */
  number: number;
  pace: Pace;
  /** Returns the words for a scripted line. */
  phrase(text: string): Promise<string>;
  signal: AbortSignal;
}

/** Kind of topic in which residents perform, again and again with the next piece. */
export interface Act {
  /** Name of the kind, with which its topics begin: `debate-0001`. */
  kind: string;
  /** Acts of one stage take turns: one topic of a stage is open at a time. */
  stage: string;
  /** Number of pieces before one repeats; infinite for an improvised game. */
  pieces: number;
  /** Returns the cast of the topic with this number. */
  cast(number: number): readonly string[];
  topic(number: number, pace: Pace): TopicDraft;
  /** Plays until this resident has nothing more to do. Throws errors that `isOver` recognizes. */
  perform(performance: Performance): Promise<void>;
}

/** Seconds until a missed turn ends. */
export const turnSeconds = 90;
/** Time to join, in seconds. Afterwards an incomplete cast plays without the missing agents, or not at all. */
export const joinSeconds = 60;
/** Longest time without progress of a show. */
const showMinutes = 30;

/** Returns an act that repeats its pieces in a cycle. */
export function getAct<Piece extends { title: string; cast: readonly string[] }>(act: {
  kind: string;
  stage: string;
  mode: string;
  pieces: readonly [Piece, ...Piece[]];
  /** True for a game that is different each time: its topics are numbered and follow one another closely. */
  isImprovised?: boolean;
  rules(piece: Piece, pace: Pace): Record<string, unknown>;
  question?(piece: Piece): string;
  perform(piece: Piece, performance: Performance): Promise<void>;
}): Act {
  const { kind, stage, mode, pieces } = act;
  const piece = (number: number) => pieces[(number - 1) % pieces.length] ?? pieces[0];
  return {
    kind,
    stage,
    pieces: act.isImprovised ? Number.POSITIVE_INFINITY : pieces.length,
    cast: (number) => piece(number).cast,
    topic: (number, pace) => ({
      title: act.isImprovised ? `${piece(number).title} · ${number}` : piece(number).title,
      mode,
      rules: act.rules(piece(number), pace),
      timebox_minutes: showMinutes,
      ...(act.question ? { opening_question: act.question(piece(number)) } : {}),
    }),
    perform: (performance) => act.perform(piece(performance.number), performance),
  };
}
