import { type IssuedCredentials, ObjectStoreError } from '@agent-home/object-store';
import { PlatformError } from '../../foundation/errors/platform-error.ts';
import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import type { Audited } from './audit-credentials.ts';
import type { CredentialContext } from './credential-context.ts';
import type { PlannedCredential } from './plan-credentials.ts';

/**
 * Requests credentials with one policy from the token service, and records the result in the audit row written
 * before.
 *
 * @throws PlatformError `rate_limited`, `credentials_unavailable`
 */
export async function assumeRole(
  platform: IssuingPlatform,
  desk: CredentialContext,
  { agentId, policy, lifetimeSeconds, auditId }: Audited<PlannedCredential>,
): Promise<IssuedCredentials> {
  try {
    const wanted = { agentId, policy: policy.document, lifetimeSeconds };
    const credentials = await desk.cache.issue(wanted, platform.now(), () =>
      platform.credentialIssuer.issue({
        sessionName: `home.${agentId}`.slice(0, 64),
        policy: policy.document,
        durationSeconds: lifetimeSeconds,
      }),
    );
    const { expiration: expiresAt, requestId: storeRequestId } = credentials;
    await desk.audit.settle({ id: auditId, outcome: { expiresAt, storeRequestId } });
    return credentials;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    platform.metrics.credentials.inc({ outcome: 'failed' });
    if (error.code === 'throttled') desk.budget.drain();
    platform.log.error({ err: error }, 'the token service did not issue credentials');
    await desk.audit.settle({ id: auditId, outcome: { errorCode: error.code } });
    throw refusalOf(error);
  }
}

function refusalOf({ code }: ObjectStoreError): PlatformError {
  const retry = { retryAfterSeconds: 2 };
  return code === 'throttled'
    ? new PlatformError(
        'rate_limited',
        'the token service limits requests; retry after the time in Retry-After',
        retry,
      )
    : new PlatformError(
        'credentials_unavailable',
        'the token service is not available; retry after the time in Retry-After',
        retry,
      );
}
