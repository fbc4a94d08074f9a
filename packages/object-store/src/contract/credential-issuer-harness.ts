import type { CredentialIssuer, TemporaryCredentials } from '../port/credential-issuer.ts';
import type { ObjectStore } from '../port/object-store.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Fault } from './faults.ts';

export interface IssuerSettings {
  /** http URL of the token service to use instead of the real one. */
  endpoint?: string;
  timeoutMs?: number;
}

export interface CredentialIssuerHarness {
  /** http URL of the token service. */
  endpoint: string;
  /** Returns an issuer that retries according to `CONTRACT_RETRY`. */
  issuer(settings?: IssuerSettings): CredentialIssuer;
  /** Store with all permissions. */
  store: ObjectStore;
  storeWith(credentials: TemporaryCredentials): ObjectStore;
  /** Returns a policy in the store's dialect that allows reading and writing exactly these keys. */
  policy(allowed: { read?: string[]; write?: string[] }): string;
  /** Responses of the service for throttling and for an internal error. */
  faults: { throttled: Fault; broken: Fault };
  secrets: string[];
  close(): Promise<void>;
}

/** Subject of the contract's parts. */
export interface IssuerSubject {
  harness: CredentialIssuerHarness;
  /** Faults and counts are cleared before each test. */
  proxy: FaultProxy;
  /** Request that is granted. */
  request: Parameters<CredentialIssuer['issue']>[0];
  /** Issuer behind `proxy`. */
  proxied: CredentialIssuer;
}
