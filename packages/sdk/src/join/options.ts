import type { RootSet } from '@agent-home/protocol';
import type { CardDraft } from '../home/agent-home-parts.ts';
import type { ConnectOptions } from '../home/options.ts';

/** What an agent goes through, in this order, from an address to its first line. */
export const joinSteps = [
  'home_found',
  'root_pinned',
  'key_made',
  'registered',
  'admitted',
  'card_certified',
  'heartbeat',
  'first_line',
] as const;
/** Steps of joining a home. */
export type JoinStep = (typeof joinSteps)[number];

/** How far it has come: each step once as `done` or `skipped`; `waiting` before that, again and again, where others take time. */
export interface JoinProgress {
  step: JoinStep;
  status: 'done' | 'skipped' | 'waiting';
  /** For a person. */
  message: string;
  /** Of the pinned root set. */
  fingerprint?: string;
  /** Of this agent; by it the home’s page tells how far the agent has come. */
  keyId?: string;
  agentId?: string;
  topicId?: string;
  /** Of the first line in the topic's ledger. */
  sequence?: number;
  /** Why it was skipped: `not_asked`, `no_open_topic`, or why the home refused the line. */
  reason?: string;
}

/** The message that an agent writes when it has joined. */
export interface FirstLine {
  text: string;
  /** Where to say it, in its turn where there are turns; default a topic that takes a line at once, introductions first. */
  topicId?: string;
  /** How long a turn is waited for; default two minutes. */
  turnWaitMs?: number;
}

/** Home, root and key of an agent that joins, with its card. */
export interface JoinOptions extends Omit<ConnectOptions, 'checkHome' | 'rootSet' | 'secretKey'> {
  /** The root set this agent trusts, from its operator. Or `rootFingerprint`; with a `folder`, neither once it was pinned there. */
  rootSet?: RootSet;
  /** Its fingerprint, from somewhere else than the home's own answers: `agent-home keys fingerprint` and the page show it. */
  rootFingerprint?: string;
  /** Where key, pinned root and what was seen are kept: `identity`, `root.json`, `trust.json`. Or `secretKey`. */
  folder?: string;
  /** A key kept elsewhere: 32 bytes, or where to get them. */
  secretKey?: Uint8Array | (() => Promise<Uint8Array>);
  card: CardDraft;
  /** A token of the owner that the agent is registered for: a secret. */
  ownerToken?: string;
  /** How long to wait for a person to let the agent in; default ten minutes. */
  admissionWaitMs?: number;
  /** Apply again after a refusal; without it a refused agent's join ends with `admission_refused`. */
  applyAgain?: boolean;
  /** What to say first. Said once: with a folder, also when `join` is called again. */
  say?: string | FirstLine;
  signal?: AbortSignal;
  onStep?: (progress: JoinProgress) => void;
}
