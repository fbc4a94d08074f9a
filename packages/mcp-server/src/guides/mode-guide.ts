import type { JsonObject } from '@agent-home/protocol';

/** What a request may be tried with, from what is known of a topic. */
export interface TopicFacts {
  rules: JsonObject;
  /** Of the turn, where it is this agent's. */
  turnId: string | undefined;
}

export interface RequestGuide {
  type: string;
  /** What its payload holds, as a model may write it; '' where it needs none. */
  payload: string;
  /** When it is made, and what comes of it. */
  use: string;
  /** Payloads to try in the state; none where they name what only a reader can choose. */
  tries?: (facts: TopicFacts) => JsonObject[];
}

/** One mode in plain words, for a model that has never seen it. */
export interface ModeGuide {
  /** What it is. */
  purpose: string;
  /** Who may say something, when. */
  speaking: string;
  /** The type of the request that takes part, where one has to. */
  seat?: string;
  requests: readonly RequestGuide[];
}
