import type { AgentStore, StoreCredentials } from '@agent-home/object-store/agent';
import type { CredentialAnswer, IssuedCredential, StoreDescription } from '../api/answers.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { ConnectionError } from '../errors/api-error.ts';
import { type Grant, grantName } from '../shared/grant.ts';
import type { OpenStore } from './open-store.ts';

/** Access by one grant until it ends. A policy that was too long is split, so it may consist of several credentials. */
export interface Access {
  /** Milliseconds since 1970. */
  obtainedAt: number;
  expiresAt: number;
  parts: AccessPart[];
}

interface AccessPart {
  store: AgentStore;
  keys: { key: string; not_after?: string | undefined }[];
  prefixes: string[];
}

/** Returns the part that opens this key. A missing one is a fault of the home's response. */
export function partFor(access: Access, key: string): AccessPart {
  const part = access.parts.find(
    ({ keys, prefixes }) =>
      keys.some((one) => one.key === key) || prefixes.some((prefix) => key.startsWith(prefix)),
  );
  if (!part) throw new ConnectionError('bad_answer', `the granted credentials do not cover ${key}`);
  return part;
}

/** Maps a response to the requested grants: access, or the reason of a denial. */
export function getAccess(
  answer: CredentialAnswer,
  grants: readonly Grant[],
  open: OpenStore,
  now: number,
): Map<string, Access | AccessDeniedError> {
  const parts = answer.credentials.map((credential) => ({
    names: new Set(credential.grants.map(grantName)),
    expiresAt: Date.parse(credential.expiration),
    part: getPart(credential, answer.store, open),
  }));
  return new Map(
    grants.map((grant): [string, Access | AccessDeniedError] => {
      const name = grantName(grant);
      const denial = answer.denied.find((denied) => grantName(denied.grant) === name);
      if (denial) return [name, new AccessDeniedError(denial.code, grant, denial.message)];
      const serving = parts.filter(({ names }) => names.has(name));
      const expiresAt = Math.min(...serving.map((one) => one.expiresAt));
      return [name, { obtainedAt: now, expiresAt, parts: serving.map(({ part }) => part) }];
    }),
  );
}

function getPart(credential: IssuedCredential, store: StoreDescription, open: OpenStore): AccessPart {
  const credentials: StoreCredentials = {
    accessKeyId: credential.access_key_id,
    accessKeySecret: credential.access_key_secret,
    securityToken: credential.security_token,
    expiration: new Date(credential.expiration),
  };
  return {
    store: open(store, credentials),
    keys: credential.keys,
    prefixes: credential.prefixes.flatMap(({ prefix, action }) => (action === 'list' ? [] : [prefix])),
  };
}
