import type { CredentialIssuer, IssuedCredentials } from '../port/credential-issuer.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { assertIssueRequest } from '../requests/issue-request.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import { withDeadline } from '../transport/with-deadline.ts';
import { AssumeRoleRequest, createStsClient, type StsClientSettings } from './sts-client.ts';
import { toStsError } from './sts-error.ts';

/** Role, key and timeouts of Alibaba Cloud STS. */
export interface AliyunCredentialIssuerOptions extends Omit<StsClientSettings, 'timeoutMs'> {
  /** `acs:ram::ACCOUNT:role/NAME`, whose own policy limits every session. */
  roleArn: string;
  /** Limit for each attempt, from connecting to the last byte; default 5000. */
  timeoutMs?: number;
  /**
   * Retries of failures without a verdict. Throttling is reported at once, since each call costs the account's
   * budget.
   */
  retry?: RetryOptions;
}

/**
 * Creates an issuer that calls AssumeRole of Alibaba Cloud STS.
 * @throws ObjectStoreError `invalid_request` without a permanent key
 */
export function createAliyunCredentialIssuer(options: AliyunCredentialIssuerOptions): CredentialIssuer {
  const { roleArn, timeoutMs = 5000, retry = {}, ...settings } = options;
  // Without a key, the SDK would search for one in the environment, in files and at the metadata service.
  if (settings.accessKeyId === '' || settings.accessKeySecret === '' || roleArn === '') {
    throw new ObjectStoreError('invalid_request', 'a credential issuer needs a key and a role');
  }
  // The SDK reports its own timeouts as broken connections, so they are longer than the deadline and only clean up.
  const client = createStsClient({ ...settings, timeoutMs: timeoutMs + 1000 });
  return {
    async issue(request) {
      assertIssueRequest(request);
      const { sessionName: roleSessionName, policy, durationSeconds } = request;
      const query = new AssumeRoleRequest({ roleArn, roleSessionName, policy, durationSeconds });
      return withRetry(retry, ['unavailable'], async () => {
        const answer = client.assumeRole(query).catch((error: unknown) => {
          throw toStsError(error);
        });
        return issuedCredentials((await withDeadline(answer, timeoutMs)).body);
      });
    },
  };
}

type AssumeRoleBody = Awaited<ReturnType<ReturnType<typeof createStsClient>['assumeRole']>>['body'];

function issuedCredentials(body: AssumeRoleBody): IssuedCredentials {
  const { accessKeyId, accessKeySecret, securityToken, expiration: end } = body?.credentials ?? {};
  const expiration = new Date(end ?? Number.NaN);
  const requestId = body?.requestId;
  if (
    !accessKeyId ||
    !accessKeySecret ||
    !securityToken ||
    !requestId ||
    Number.isNaN(expiration.getTime())
  ) {
    throw new ObjectStoreError('unavailable', 'AssumeRole: the answer holds no credentials', { requestId });
  }
  return { accessKeyId, accessKeySecret, securityToken, expiration, requestId };
}
