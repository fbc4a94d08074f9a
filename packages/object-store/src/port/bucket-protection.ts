/** Forbids overwriting what lies below a prefix: to everybody, or to those named. */
export interface OverwriteRule {
  id: string;
  prefix: string;
  /** As in a bucket policy: a user's id, or `arn:sts::ACCOUNT:assumed-role/ROLE/*`. Absent: everybody, the owner too. */
  principals?: string[];
}

/** What a bucket refuses whatever credentials and object ACLs say. Throws `ObjectStoreError`. */
export interface BucketProtection {
  /** Whether nothing in the bucket can be opened to the public. */
  isPublicAccessBlocked(): Promise<boolean>;
  blockPublicAccess(): Promise<void>;
  /** The rules our type can tell; those of others that say more are left out. */
  getOverwriteRules(): Promise<OverwriteRule[]>;
  /** Replaces every rule whose id begins with `ownedPrefix`; all others stay as they are. */
  putOverwriteRules(rules: OverwriteRule[], ownedPrefix: string): Promise<void>;
}
