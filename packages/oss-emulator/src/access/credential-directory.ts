import {
  evaluatePolicy,
  evaluateSession,
  type PolicyDecision,
  type PolicyDocument,
  type PolicyRequest,
  parsePolicy,
} from '@agent-home/access';
import type { EmulatedRole, EmulatedUser } from '../options/options.ts';
import type { SecurityTokens } from './security-token.ts';

/** Signer of a request, with the secret to verify it. */
export interface Principal {
  accessKeyId: string;
  accessKeySecret: string;
  /** Set for a RAM user's own key, absent for a session. */
  userName: string | undefined;
  /** Set for a session, absent for a user's own key. */
  session: { roleArn: string; sessionName: string } | undefined;
  /**
   * Principal as a bucket's rules name it: `arn:sts::ACCOUNT:assumed-role/ROLE/SESSION`, or a user's name in place of the id that
   * OSS uses.
   */
  arn: string;
  /** `USER` or `ROLE/SESSION`, for the log and for events. */
  label: string;
  decide(request: PolicyRequest): PolicyDecision;
}

type CredentialRefusal =
  | 'unknown_key'
  | 'token_missing'
  | 'token_invalid'
  | 'token_expired'
  | 'token_not_supported';

interface ResolvedRole {
  arn: string;
  maxSessionSeconds: number;
  trusts: ReadonlySet<string>;
  policy: PolicyDocument;
}

const DEFAULT_MAX_SESSION_SECONDS = 3600;
const MAX_REMEMBERED_SESSIONS = 4096;

/** Users, roles and live sessions. Policies are parsed once; a malformed one throws `PolicyError`. */
export class CredentialDirectory {
  readonly #users: Map<string, Principal>;
  readonly #roles: Map<string, ResolvedRole>;
  readonly #tokens: SecurityTokens;
  /** Opened tokens, so that a busy session's policy is not parsed again for every request. */
  readonly #sessions = new Map<string, { principal: Principal; expiresAt: number }>();

  constructor(users: EmulatedUser[], roles: EmulatedRole[], tokens: SecurityTokens) {
    this.#tokens = tokens;
    this.#users = new Map(users.map((user) => [user.accessKeyId, toPrincipal(user)]));
    this.#roles = new Map(roles.map((role) => [role.arn, resolveRole(role)]));
  }

  role(arn: string): ResolvedRole | undefined {
    return this.#roles.get(arn);
  }

  /** `now` in milliseconds. A token is valid only with the key that it names. */
  resolve(accessKeyId: string, token: string | undefined, now: number): Principal | CredentialRefusal {
    const user = this.#users.get(accessKeyId);
    if (user !== undefined) return token === undefined ? user : 'token_not_supported';
    if (token === undefined) return accessKeyId.startsWith('STS.') ? 'token_missing' : 'unknown_key';

    const session = this.#sessions.get(token) ?? this.#openSession(token);
    if (session === undefined || session.principal.accessKeyId !== accessKeyId) return 'token_invalid';
    return now >= session.expiresAt ? 'token_expired' : session.principal;
  }

  #openSession(token: string) {
    const claims = this.#tokens.open(token);
    const role = claims === undefined ? undefined : this.#roles.get(claims.roleArn);
    if (claims === undefined || role === undefined) return undefined;
    const session = claims.sessionPolicy === undefined ? undefined : parsePolicy(claims.sessionPolicy, 'oss');
    const opened = {
      expiresAt: claims.expiresAt,
      principal: {
        accessKeyId: claims.accessKeyId,
        accessKeySecret: this.#tokens.getSecret(claims.accessKeyId),
        userName: undefined,
        session: { roleArn: role.arn, sessionName: claims.sessionName },
        arn: `${role.arn.replace(/^acs:ram::(\d+):role\//, 'arn:sts::$1:assumed-role/')}/${claims.sessionName}`,
        label: `${role.arn.replace(/^.*:role\//, '')}/${claims.sessionName}`,
        decide: (request: PolicyRequest) => evaluateSession({ session, role: role.policy }, request),
      },
    };
    const oldest = this.#sessions.keys().next();
    if (this.#sessions.size >= MAX_REMEMBERED_SESSIONS && !oldest.done) this.#sessions.delete(oldest.value);
    this.#sessions.set(token, opened);
    return opened;
  }
}

function toPrincipal(user: EmulatedUser): Principal {
  const policy = parsePolicy(user.policy, 'oss');
  return {
    accessKeyId: user.accessKeyId,
    accessKeySecret: user.accessKeySecret,
    userName: user.name,
    session: undefined,
    arn: user.name,
    label: user.name,
    decide: (request) => evaluatePolicy(policy, request),
  };
}

function resolveRole(role: EmulatedRole): ResolvedRole {
  return {
    arn: role.arn,
    maxSessionSeconds: role.maxSessionSeconds ?? DEFAULT_MAX_SESSION_SECONDS,
    trusts: new Set(role.trusts),
    policy: parsePolicy(role.policy, 'oss'),
  };
}
