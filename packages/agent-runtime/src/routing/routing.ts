import type { Teamwork } from '../definition/index.ts';

export type Trigger = NonNullable<Teamwork['triggers']>[number];

/** An agent that prompts may be routed to, with its file. */
export interface RoutedAgent {
  name: string;
  file: string;
  triggers: readonly Trigger[];
}

/** Part of a prompt that a trigger matched. */
export interface TriggerMatch {
  /** Index in the agent's triggers, from 0. */
  trigger: number;
  intent?: string;
  priority: number;
  by: 'keyword' | 'regex';
  /** The keyword or the expression, as its author wrote it. */
  pattern: string;
  /** Beginning of the match, as written in the prompt. */
  piece: string;
  /** Start in UTF-16 units of the prompt. */
  start: number;
  /** Length of the whole keyword, in characters. */
  length: number;
}

/** A matching agent with all of its matches, the strongest first. */
export interface Candidate {
  agent: string;
  file: string;
  matches: readonly [TriggerMatch, ...TriggerMatch[]];
}

/** Expression that RE2 does not accept. */
export interface RefusedRegex {
  agent: string;
  file: string;
  trigger: number;
  regex: string;
  reason: string;
}

/** Agent to which a slightly different prompt would be routed. */
export interface NearAgent {
  agent: string;
  keyword: string;
  /** Word of the prompt. */
  word: string;
}

/** Reason why the best candidate won. */
export type DecidedBy = 'nothing_applies' | 'only_candidate' | 'priority' | 'longer_match' | 'name';

export interface Routing {
  /** Undefined if no agent matches (S3-79). */
  winner: Candidate | undefined;
  decidedBy: DecidedBy;
  /** The best first. */
  candidates: readonly Candidate[];
  /** Characters of the prompt that were read, in UTF-16 units. */
  lookedAt: number;
  /** Number of expressions that were skipped because they could not win. */
  regexesLeftOut: number;
  /** Number of expressions skipped as too slow, those with the lowest priorities. Any of them might have matched. */
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
