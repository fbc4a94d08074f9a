/** Number of rows of a home. A tenth of the topics belong to a circle, a tenth are invite topics, the rest are public. */
export interface HomeSize {
  agents: number;
  topics: number;
  circles: number;
  /** Number of public topics that are still open; default all. */
  open?: number;
  /** Absent for a home with only agents and topics. */
  history?: History;
}

/** History of a home of this size, in rows. */
export interface History {
  /** Entries in the ledger of each topic, each of them a message. */
  entriesOfTopic: number;
  /** Number of the newest of them that the followers of the topic are still notified of. */
  toldOfTopic: number;
}
