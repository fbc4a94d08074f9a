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
  /** Returns payloads to try in the current state; none if the request needs a choice of the model. */
  tries?: (facts: TopicFacts) => JsonObject[];
}

/** Description of a mode for a model that has never seen it. */
export interface ModeGuide {
  /** Purpose of the mode. */
  purpose: string;
  /** Rules of speaking. */
  speaking: string;
  /** Type of the request that takes a seat, if the mode requires one. */
  seat?: string;
  requests: readonly RequestGuide[];
}
