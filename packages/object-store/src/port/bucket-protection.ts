/** Rule that forbids overwriting below a prefix, for everyone or for the listed principals. */
export interface OverwriteRule {
  id: string;
  prefix: string;
  /**
   * Principals in the form of a bucket policy: a user's id, or `arn:sts::ACCOUNT:assumed-role/ROLE/*`. If absent, the rule applies
   * to everyone, including the owner.
   */
  principals?: string[];
}

/** Protections of a bucket that override credentials and object ACLs. Methods throw `ObjectStoreError`. */
export interface BucketProtection {
  /** Returns true if no object of the bucket can be made public. */
  isPublicAccessBlocked(): Promise<boolean>;
  blockPublicAccess(): Promise<void>;
  /** Returns the rules that this type can express; other rules are left out. */
  getOverwriteRules(): Promise<OverwriteRule[]>;
  /** Replaces every rule whose id begins with `ownedPrefix`; other rules are not changed. */
  putOverwriteRules(rules: OverwriteRule[], ownedPrefix: string): Promise<void>;
}
