/** Expected result of one cell, from the seed and the design. */
export interface Expectation {
  answer: 'allowed' | 'refused';
  /**
   * Source of the refusal: the credential (missing, or its policy does not allow the action), or on S3 the proxy in front of the
   * store, if the policy alone would allow the action.
   */
  refusedBy?: 'credential' | 'proxy';
  /** Rule with its source. */
  why: string;
}

export const allowed = (why: string): Expectation => ({ answer: 'allowed', why });
export const refused = (why: string): Expectation => ({ answer: 'refused', refusedBy: 'credential', why });
export const refusedByProxy = (why: string): Expectation => ({ answer: 'refused', refusedBy: 'proxy', why });

/** Rights of an agent to an object at its moment, before the store decides. */
export interface Rights {
  read: boolean;
  list: boolean;
  write: boolean;
  why: string;
}
