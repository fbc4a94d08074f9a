import type { StoreDescription } from '@agent-home/http-contract';
import type {
  BucketProtection,
  CredentialIssuer,
  ObjectStore,
  TemporaryCredentials,
} from '@agent-home/object-store';

/** The platform's own permanent key. */
export interface PlatformKey {
  accessKeyId: string;
  accessKeySecret: string;
}

export interface HomeStore {
  store: ObjectStore;
  credentialIssuer: CredentialIssuer;
}

/** What this kind of store has not, and why that is well. */
export interface Without {
  without: string;
}

/**
 * One kind of store, as commands need it. What differs between stores is said here and in the platform's `StoreTraits`;
 * nothing else asks what kind a store is (CONTRIBUTING, "A new store adapter").
 */
export interface StoreKind<Settings> {
  /** The platform's client of the bucket and of the token service. */
  open(settings: Settings, key: PlatformKey): HomeStore;
  /** An agent's client, with a session of its own. */
  openForAgent(settings: Settings, credentials: TemporaryCredentials): ObjectStore;
  /** The address of an object, or with no key of the bucket, as anybody on the agents' side would ask for it. */
  publicUrl(description: StoreDescription, key: string): string;
  /** Where this machine reaches what agents reach at the public address, if by another name. */
  agentRoute(settings: Settings): string | undefined;
  /** What sends the store's events, for whoever looks why none come. */
  eventSource: string;
  /** The role that agents' sessions are made of: its name, and the widest policy a session could ask for. */
  role(settings: Settings): { arn: string; widestPolicy: string } | Without;
  /** What the bucket itself can be made to refuse. */
  protection(settings: Settings, key: PlatformKey): { calls: BucketProtection; roleArn: string } | Without;
  /** The proxy that agents need before the store: opens a client through it. */
  throughProxy(
    settings: Settings,
    description: StoreDescription,
  ): ((credentials: TemporaryCredentials) => ObjectStore) | Without;
}
