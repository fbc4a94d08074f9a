import type { CredentialIssuer, IssuedCredentials } from '../port/credential-issuer.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { assertIssueRequest } from '../requests/issue-request.ts';
import { singleHeader } from '../transport/described-object.ts';
import type { HttpAnswer } from '../transport/http-exchange.ts';
import { type RetryOptions, withRetry } from '../transport/retry.ts';
import { S3Exchange } from './s3-exchange.ts';
import type { S3Settings } from './s3-settings.ts';
import { childAt, parseXml, textAt } from './xml.ts';

/** Key and timeouts of the token service of an S3 store. */
export interface S3CredentialIssuerOptions extends S3Settings {
  /** Access key of a permanent user, whose own policy limits every session: MinIO denies AssumeRole to other keys. */
  accessKeyId: string;
  accessKeySecret: string;
  /** Limit for each attempt, from connecting to the last byte; default 5000. */
  timeoutMs?: number;
  /** Retries of failures without a verdict. Throttling is reported at once. */
  retry?: RetryOptions;
}

/**
 * Creates an issuer that calls AssumeRole on the S3 service itself, as MinIO supports it. The session has the caller's own rights,
 * restricted by the policy. @throws ObjectStoreError `invalid_request` without a permanent key.
 */
export function createS3CredentialIssuer(options: S3CredentialIssuerOptions): CredentialIssuer {
  const { endpoint, region, accessKeyId, accessKeySecret, timeoutMs = 5000, retry = {} } = options;
  if (accessKeyId === '' || accessKeySecret === '') {
    throw new ObjectStoreError('invalid_request', 'a credential issuer needs a key');
  }
  const exchange = new S3Exchange({ endpoint, region }, 'sts', { accessKeyId, accessKeySecret });
  return {
    async issue(request) {
      assertIssueRequest(request);
      const form = new URLSearchParams({
        Action: 'AssumeRole',
        Version: '2011-06-15',
        DurationSeconds: String(request.durationSeconds),
        RoleSessionName: request.sessionName,
        Policy: request.policy,
      });
      // Sent in the body: a query would appear in access logs, with every key that the policy names.
      const content = Buffer.from(form.toString());
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return withRetry(retry, ['unavailable'], async () =>
        issuedCredentials(
          await exchange.run(
            { name: 'AssumeRole', timeoutMs },
            { method: 'POST', path: '/', headers, content },
          ),
        ),
      );
    },
  };
}

function issuedCredentials({ headers, data }: HttpAnswer): IssuedCredentials {
  const response = childAt(parseXml(data), 'AssumeRoleResponse');
  const credentials = childAt(response, 'AssumeRoleResult', 'Credentials');
  const accessKeyId = textAt(credentials, 'AccessKeyId');
  const accessKeySecret = textAt(credentials, 'SecretAccessKey');
  const securityToken = textAt(credentials, 'SessionToken');
  const expiration = new Date(textAt(credentials, 'Expiration') ?? Number.NaN);
  const requestId =
    textAt(response, 'ResponseMetadata', 'RequestId') ?? singleHeader(headers['x-amz-request-id']);
  const hasEnd = !Number.isNaN(expiration.getTime());
  if (!accessKeyId || !accessKeySecret || !securityToken || !requestId || !hasEnd) {
    throw new ObjectStoreError('unavailable', 'AssumeRole: the answer holds no credentials', { requestId });
  }
  return { accessKeyId, accessKeySecret, securityToken, expiration, requestId };
}
