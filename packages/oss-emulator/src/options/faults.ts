/** Planned fault of one request. */
export interface RequestFault {
  /** Milliseconds it waits before anything is done. */
  delayMs?: number;
  /** Refuses the request: `error` is a 500, `throttled` the service's response to too many requests. */
  refuse?: 'error' | 'throttled';
  /** Executes the request and breaks the connection before the response. */
  loseAnswer?: boolean;
}

/**
 * Planned faults, for tests of this store's clients. Called once per request and event; `undefined` means no fault. Refusals
 * precede the signature check, like those of a front end.
 */
export interface EmulatorFaults {
  store?(request: { method: string; path: string }): RequestFault | undefined;
  sts?(): RequestFault | undefined;
  /** Delays of each copy of an event, in milliseconds: an empty list is a loss, two entries are a duplicate. */
  event?(event: { name: string; key: string }): number[] | undefined;
}
