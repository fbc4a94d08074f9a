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

/** Feature that this kind of store lacks, and the reason why that is acceptable. */
export interface Without {
  without: string;
}

/**
 * One kind of store, for commands. All differences between stores are here and in the platform's `StoreTraits`;
 * no other code depends on the kind (CONTRIBUTING, "A new store adapter").
 */
export interface StoreKind<Settings> {
  /** The platform's client of the bucket and of the token service. */
  open(settings: Settings, key: PlatformKey): HomeStore;
  /** An agent's client, with a session of its own. */
  openForAgent(settings: Settings, credentials: TemporaryCredentials): ObjectStore;
  /** Returns the address of an object, or without a key of the bucket, as an anonymous agent would request it. */
  publicUrl(description: StoreDescription, key: string): string;
  /** Returns the host by which this machine reaches the agents' public address, if it differs. */
  agentRoute(settings: Settings): string | undefined;
  /** Source of the store's events, for diagnosis. */
  eventSource: string;
  /** Role of the agents' sessions: its name, and the widest policy that a session could request. */
  role(settings: Settings): { arn: string; widestPolicy: string } | Without;
  /** Protections that the bucket itself can enforce. */
  protection(settings: Settings, key: PlatformKey): { calls: BucketProtection; roleArn: string } | Without;
  /** Opens a client through the proxy that agents need to reach the store. */
  throughProxy(
    settings: Settings,
    description: StoreDescription,
  ): ((credentials: TemporaryCredentials) => ObjectStore) | Without;
}
