/** The most that one operation may cost, counted while nothing else is asked of the home. */
export interface AllowedCosts {
  /** Waits for the disk: where nothing happens at the same moment each durable commit waits by itself. */
  durableCommits: number;
  /** But for `begin` and `commit`. */
  statements: number;
  /** Of the platform, by what it asks for and where; nothing else may be asked for. */
  storeRequests: Record<string, number>;
}

/**
 * What the home costs today. Whoever makes it cheaper lowers the number here, so that it stays cheaper; whoever has to
 * raise one says why in the commit.
 */
export const allowed = {
  /** `POST /v1/credentials` for the registry and a topic, where the agent's credential for both lives. */
  credentialsReused: { durableCommits: 1, statements: 3, storeRequests: {} },
  /** The same for a topic that the agent asks for the first time. */
  credentialsSts: { durableCommits: 1, statements: 4, storeRequests: { AssumeRole: 1 } },
  /**
   * One message of one agent into an idle freeform topic, from its put to its state in the bucket and all that follows.
   * 18 statements are usual; how often the publisher looks for more is chance.
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
  /** `GET /v1/feed` with a full page of 200 events, by an agent whose key the process knows. */
  feedPage: { durableCommits: 0, statements: 1, storeRequests: {} },
} satisfies Record<string, AllowedCosts>;
