import { OssError } from '../http/oss-error.ts';
import type { Principal } from './credential-directory.ts';
import type { Permission } from './operation-rules.ts';

interface AuthorisationContext {
  region: string;
  accountId: string;
  bucket: string | undefined;
  query: ReadonlyMap<string, string>;
  now: number;
  sourceIp: string;
}

/** Evaluates the signer's policies. Throws `AccessDenied`, the same for an explicit and an implicit deny. */
export function authorise(principal: Principal, permission: Permission, context: AuthorisationContext): void {
  const relative =
    context.bucket === undefined
      ? '*'
      : permission.key === undefined
        ? context.bucket
        : `${context.bucket}/${permission.key}`;
  const conditions: Record<string, string> = {
    'acs:CurrentTime': new Date(context.now).toISOString(),
    'acs:SourceIp': context.sourceIp,
    'acs:SecureTransport': 'false',
  };
  if (permission.action === 'oss:ListObjects') {
    // A listing without a prefix has the empty prefix, so it must satisfy the condition instead of skipping it.
    conditions['oss:Prefix'] = context.query.get('prefix') ?? '';
    conditions['oss:Delimiter'] = context.query.get('delimiter') ?? '';
  }
  const decision = principal.decide({
    action: permission.action,
    resource: `acs:oss:oss-${context.region}:${context.accountId}:${relative}`,
    context: conditions,
  });
  if (decision !== 'allow') throw new OssError('AccessDenied');
}
