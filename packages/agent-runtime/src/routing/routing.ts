import type { Teamwork } from '../definition/index.ts';

export type Trigger = NonNullable<Teamwork['triggers']>[number];

/** An agent that prompts may be sent to, by its file. */
export interface RoutedAgent {
  name: string;
  file: string;
  triggers: readonly Trigger[];
}

/** What of a prompt a trigger took. */
export interface TriggerMatch {
  /** Which of the agent's triggers, from 0. */
  trigger: number;
  intent?: string;
  priority: number;
  by: 'keyword' | 'regex';
  /** The keyword or the expression, as its author wrote it. */
  pattern: string;
  /** What it took, as it stands in the prompt: its beginning. */
  piece: string;
  /** In UTF-16 units of the prompt. */
  start: number;
  /** In characters, all of it. */
  length: number;
}

/** An agent that applies, with everything that says so: what speaks for it most comes first. */
export interface Candidate {
  agent: string;
  file: string;
  matches: readonly [TriggerMatch, ...TriggerMatch[]];
}

/** An expression that RE2 does not take. */
export interface RefusedRegex {
  agent: string;
  file: string;
  trigger: number;
  regex: string;
  reason: string;
}

/** Who a prompt would have been sent to, had it said something a little else. */
export interface NearAgent {
  agent: string;
  keyword: string;
  /** What stands in the prompt. */
  word: string;
}

/** What the best candidate had before the next. */
export type DecidedBy = 'nothing_applies' | 'only_candidate' | 'priority' | 'longer_match' | 'name';

export interface Routing {
  /** Undefined where none applies (S3-79). */
  winner: Candidate | undefined;
  decidedBy: DecidedBy;
  /** The best first. */
  candidates: readonly Candidate[];
  /** Characters of the prompt that were looked at: UTF-16 units. */
  lookedAt: number;
  /** Expressions that could not have won and were not looked at. */
  regexesLeftOut: number;
  /** Expressions that would have taken too long: those of the smallest priorities. Any of them might have applied. */
  regexesTooMuch: number;
  refused: readonly RefusedRegex[];
}

/** Sorts the best first: larger priority, then the longer match, then the name (ADR 0031). */
export function compareCandidates(one: Candidate, other: Candidate): number {
  return compareMatches(one.matches[0], other.matches[0]) || (one.agent < other.agent ? -1 : 1);
}

export function compareMatches(one: TriggerMatch, other: TriggerMatch): number {
  return other.priority - one.priority || other.length - one.length;
}

/** @param candidates the best first */
export function decidedBy([first, second]: readonly Candidate[]): DecidedBy {
  if (!first) return 'nothing_applies';
  if (!second) return 'only_candidate';
  const [one, other] = [first.matches[0], second.matches[0]];
  if (one.priority !== other.priority) return 'priority';
  return one.length === other.length ? 'name' : 'longer_match';
}
