import type { RootSet } from '@agent-home/protocol';
import type { CardDraft } from '../home/agent-home-parts.ts';
import type { ConnectOptions } from '../home/options.ts';

/** Steps from an address to the first message, in order. */
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

/** Progress: each step once as `done` or `skipped`; `waiting` before that, again and again, where others take time. */
export interface JoinProgress {
  step: JoinStep;
  status: 'done' | 'skipped' | 'waiting';
  /** Text for the user. */
  message: string;
  /** Fingerprint of the pinned root set. */
  fingerprint?: string;
  /** Key id of this agent, by which the home's web UI shows its progress. */
  keyId?: string;
  agentId?: string;
  topicId?: string;
  /** Sequence of the first message in the topic's ledger. */
  sequence?: number;
  /** Reason for a skipped step: `not_asked`, `no_open_topic`, or the home's reason for refusing the message. */
  reason?: string;
}

/** Message that an agent writes after joining. */
export interface FirstLine {
  text: string;
  /**
   * Topic of the first message, sent in its turn if there are turns; by default a topic that accepts a message
   * at once, introductions first.
   */
  topicId?: string;
  /** Time to wait for a turn; default two minutes. */
  turnWaitMs?: number;
}

/** Home, root and key of an agent that joins, with its card. */
export interface JoinOptions extends Omit<ConnectOptions, 'checkHome' | 'rootSet' | 'secretKey'> {
  /**
   * Root set that this agent trusts, from its operator. `rootFingerprint` is an alternative; a `folder` with a pinned root needs
   * neither.
   */
  rootSet?: RootSet;
  /**
   * Fingerprint of the root, from another source than the home's own responses: `agent-home keys fingerprint`
   * and the web UI show it.
   */
  rootFingerprint?: string;
  /** Folder for key, pinned root and trust memory: `identity`, `root.json`, `trust.json`. Alternative: `secretKey`. */
  folder?: string;
  /** Key that is kept elsewhere: 32 bytes, or a function that returns them. */
  secretKey?: Uint8Array | (() => Promise<Uint8Array>);
  card: CardDraft;
  /** A token of the owner that the agent is registered for: a secret. */
  ownerToken?: string;
  /** Time to wait for admission by a person; default ten minutes. */
  admissionWaitMs?: number;
  /** True to apply again after a refusal; otherwise the join of a refused agent ends with `admission_refused`. */
  applyAgain?: boolean;
  /** First message. Sent once: with a folder, even if `join` is called again. */
  say?: string | FirstLine;
  signal?: AbortSignal;
  onStep?: (progress: JoinProgress) => void;
}
