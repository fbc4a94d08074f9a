/** Temporary credentials of one session. `accessKeySecret` and `securityToken` are secrets. */
export interface TemporaryCredentials {
  accessKeyId: string;
  accessKeySecret: string;
  securityToken: string;
  expiration: Date;
}

/** Temporary credentials with the id of the call that issued them. */
export interface IssuedCredentials extends TemporaryCredentials {
  /** Id that the store gave the call, for the audit log. */
  requestId: string;
}

/** Turns a session policy into temporary credentials. Throws `ObjectStoreError`. */
export interface CredentialIssuer {
  issue(request: {
    /** 2 to 64 of `[A-Za-z0-9.@_-]`; appears in the store's own access log. */
    sessionName: string;
    /** A policy document in the store's dialect; never empty, at most 2048 characters. */
    policy: string;
    /** 900 to 3600. */
    durationSeconds: number;
  }): Promise<IssuedCredentials>;
}
