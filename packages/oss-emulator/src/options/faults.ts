/** What happens to one request on purpose. */
export interface RequestFault {
  /** Milliseconds it waits before anything is done. */
  delayMs?: number;
  /** Answered instead of doing it: `error` is a 500, `throttled` what the service says to who asks too often. */
  refuse?: 'error' | 'throttled';
  /** It is done, and the connection breaks before the answer. */
  loseAnswer?: boolean;
}

/**
 * Faults on purpose, for tests of whoever stands on this store. Asked once for each request and event; `undefined` is
 * no fault. Refusals come before the signature is looked at, as those of a front end would.
 */
export interface EmulatorFaults {
  store?(request: { method: string; path: string }): RequestFault | undefined;
  sts?(): RequestFault | undefined;
  /** Milliseconds after which each copy of an event is pushed: none is a loss, two are a duplicate. */
  event?(event: { name: string; key: string }): number[] | undefined;
}
