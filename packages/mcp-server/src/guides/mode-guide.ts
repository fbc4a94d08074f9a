import type { JsonObject } from '@agent-home/protocol';

/** Facts about a topic for an example request. */
export interface TopicFacts {
  rules: JsonObject;
  /** Id of the turn, if it is this agent's. */
  turnId: string | undefined;
}

export interface RequestGuide {
  type: string;
  /** Payload of the request, as a model may write it; '' if it needs none. */
  payload: string;
  /** Occasion and effect of the request. */
  use: string;
  /** Payloads to try in the state; none where they name what only a reader can choose. */
  tries?: (facts: TopicFacts) => JsonObject[];
}

/** One mode in plain words, for a model that has never seen it. */
export interface ModeGuide {
  /** Purpose of the mode. */
  purpose: string;
  /** Rules of speaking. */
  speaking: string;
  /** The type of the request that takes part, where one has to. */
  seat?: string;
  requests: readonly RequestGuide[];
}
