/** What the seed and the design say of one cell. */
export interface Expectation {
  answer: 'allowed' | 'refused';
  /**
   * Who refuses: the credential (there is none, or its policy does not say so), or on S3 the proxy that stands before the
   * store, where the policy alone would let it through.
   */
  refusedBy?: 'credential' | 'proxy';
  /** The rule, and where it comes from. */
  why: string;
}

export const allowed = (why: string): Expectation => ({ answer: 'allowed', why });
export const refused = (why: string): Expectation => ({ answer: 'refused', refusedBy: 'credential', why });
export const refusedByProxy = (why: string): Expectation => ({ answer: 'refused', refusedBy: 'proxy', why });

/** What an agent may do with an object at its moment, before the store has its say. */
export interface Rights {
  read: boolean;
  list: boolean;
  write: boolean;
  why: string;
}
