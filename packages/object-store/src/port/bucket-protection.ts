/** Forbids overwriting what lies below a prefix: to everybody, or to those named. */
export interface OverwriteRule {
  id: string;
  prefix: string;
  /** As in a bucket policy: a user's id, or `arn:sts::ACCOUNT:assumed-role/ROLE/*`. Absent: everybody, the owner too. */
  principals?: string[];
}

/** Protections of a bucket that override credentials and object ACLs. Methods throw `ObjectStoreError`. */
export interface BucketProtection {
  /** Returns true if no object of the bucket can be made public. */
  isPublicAccessBlocked(): Promise<boolean>;
  blockPublicAccess(): Promise<void>;
  /** Returns the rules that this type can express; other rules are left out. */
  getOverwriteRules(): Promise<OverwriteRule[]>;
  /** Replaces every rule whose id begins with `ownedPrefix`; all others stay as they are. */
  putOverwriteRules(rules: OverwriteRule[], ownedPrefix: string): Promise<void>;
}
