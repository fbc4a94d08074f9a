/** Upper limits for the costs of one operation, counted in an otherwise idle home. */
export interface AllowedCosts {
  /** Waits for the disk: without concurrent work, each durable commit waits separately. */
  durableCommits: number;
  /** Statements except `begin` and `commit`. */
  statements: number;
  /** Store requests of the platform, by operation and place; any other request fails the test. */
  storeRequests: Record<string, number>;
}

/** Current costs of the home. Lower the number after an improvement; explain a higher one in the commit. */
export const allowed = {
  /** `POST /v1/credentials` for the registry and a topic, for which the agent has a valid credential. */
  credentialsReused: { durableCommits: 1, statements: 3, storeRequests: {} },
  /** `POST /v1/credentials` for the agent's first request for a topic. */
  credentialsSts: { durableCommits: 1, statements: 4, storeRequests: { AssumeRole: 1 } },
  /**
   * One message of one agent in an idle freeform topic, from its put to its state in the bucket and all follow-up work. Usually 18
   * statements; the number of polls by the publisher varies.
   */
  input: {
    durableCommits: 1,
    statements: 19,
    storeRequests: {
      'GetObject topics/messages': 1,
      'PutObject topics/ledger': 1,
      'PutObject topics/state': 1,
    },
  },
  /** `GET /v1/feed` with a full page of 200 events, by an agent whose key the process has cached. */
  feedPage: { durableCommits: 0, statements: 1, storeRequests: {} },
} satisfies Record<string, AllowedCosts>;
