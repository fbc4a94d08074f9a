import type { CompiledPolicy } from '@agent-home/access';
import type { IssuedCredential } from '@agent-home/http-contract';
import type { IssuedCredentials } from '@agent-home/object-store';
import type { GrantRequest } from '@agent-home/protocol';
import type { AllowedGrant } from './load-grant-facts.ts';

export function describeCredential(
  policy: CompiledPolicy,
  credentials: IssuedCredentials,
  allowed: AllowedGrant[],
): IssuedCredential {
  return {
    access_key_id: credentials.accessKeyId,
    access_key_secret: credentials.accessKeySecret,
    security_token: credentials.securityToken,
    expiration: credentials.expiration.toISOString(),
    grants: collectGrants(policy, allowed),
    keys: policy.permissions.flatMap((permission) => {
      if (!('key' in permission)) return [];
      const notAfter = 'not_after' in permission ? permission.not_after : undefined;
      return [{ key: permission.key, ...(notAfter ? { not_after: new Date(notAfter).toISOString() } : {}) }];
    }),
    prefixes: policy.permissions.flatMap((permission) =>
      'prefix' in permission ? [{ prefix: permission.prefix, action: permission.action }] : [],
    ),
  };
}

/** Returns the grants that this credential serves, completely or, for a split policy, in part. */
export function collectGrants(policy: CompiledPolicy, allowed: AllowedGrant[]): GrantRequest[] {
  const places = new Set(policy.permissions.map(placeOf));
  return allowed
    .filter(({ permissions }) => permissions.some((one) => places.has(placeOf(one))))
    .map(({ grant }) => grant);
}

function placeOf(
  permission: { class: string; action: string } & ({ key: string } | { prefix: string }),
): string {
  return `${permission.class} ${permission.action} ${'key' in permission ? permission.key : permission.prefix}`;
}

/** Returns the name of a grant in the audit. */
export function auditScope(grant: GrantRequest): string {
  const container = Object.entries(grant).find(([name]) => name.endsWith('_id'));
  return container ? `${grant.type}:${String(container[1])}` : grant.type;
}
