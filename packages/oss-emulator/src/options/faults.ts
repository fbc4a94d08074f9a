/** Planned fault of one request. */
export interface RequestFault {
  /** Milliseconds it waits before anything is done. */
  delayMs?: number;
  /** Refuses the request: `error` is a 500, `throttled` the service's response to too many requests. */
  refuse?: 'error' | 'throttled';
  /** It is done, and the connection breaks before the answer. */
  loseAnswer?: boolean;
}

/**
 * Planned faults, for tests of this store's users. Called once for each request and event; `undefined` for no
 * fault. Refusals come before the signature check, as those of a front end would.
 */
export interface EmulatorFaults {
  store?(request: { method: string; path: string }): RequestFault | undefined;
  sts?(): RequestFault | undefined;
  /** Delays of each copy of an event, in milliseconds: an empty list is a loss, two entries are a duplicate. */
  event?(event: { name: string; key: string }): number[] | undefined;
}
