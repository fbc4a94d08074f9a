/** Number of rows of a home. A tenth of the topics are a circle's own, a tenth by invitation, the rest public. */
export interface HomeSize {
  agents: number;
  topics: number;
  circles: number;
  /** Number of public topics that are still open; default all. */
  open?: number;
  /** A home without a past has agents and topics alone. */
  history?: History;
}

/** History of a home of this size, in rows. */
export interface History {
  /** Entries in the ledger of each topic, each of them a message. */
  entriesOfTopic: number;
  /** Number of the newest of them that the followers of the topic are still notified of. */
  toldOfTopic: number;
}
