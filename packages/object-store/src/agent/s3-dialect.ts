import type { StoreCredentials } from '../port/store-credentials.ts';
import { assertPlainObject, METADATA_PREFIX, objectType } from '../s3/object-headers.ts';
import { refusedCondition } from '../s3/put-condition.ts';
import { toS3Error } from '../s3/s3-error.ts';
import { assertNotEncoded } from '../transport/described-object.ts';
import type { AgentStorePlace } from './agent-store-place.ts';
import { derivedSignature, encodePath, encodeQuery, longDate, sha256Text } from './signature-parts.ts';
import type { ObjectRequest, SignedObjectRequest, StoreDialect } from './store-dialect.ts';

const algorithm = 'AWS4-HMAC-SHA256';

/** MinIO and any S3 with conditional puts: signature V4 over the whole request, including the bytes of the body. */
export function s3Dialect(place: AgentStorePlace): StoreDialect {
  return {
    metadataPrefix: METADATA_PREFIX,
    absent: { 'if-none-match': '*' },
    sign: (request, credentials, now) => signS3(place, request, credentials, now),
    toError: toS3Error,
    refusedAbsent: (error) => refusedCondition(error, 'absent'),
    typeOf: objectType,
    assertPlain: assertPlainObject,
    assertUploaded: assertNotEncoded,
  };
}

function signS3(
  { endpoint, region, bucket }: AgentStorePlace,
  { method, key, query = {}, headers = {}, content }: ObjectRequest,
  { accessKeyId, accessKeySecret, securityToken }: StoreCredentials,
  now: Date,
): SignedObjectRequest {
  const { origin, host } = new URL(endpoint);
  const date = longDate(now);
  const digest = sha256Text(content ?? '');
  const sent: Record<string, string> = {
    ...headers,
    host,
    'x-amz-date': date,
    'x-amz-content-sha256': digest,
    ...(securityToken !== undefined && { 'x-amz-security-token': securityToken }),
  };
  const names = Object.keys(sent).sort();
  const lines = names.map((name) => `${name}:${sent[name]?.trim().replace(/ +/g, ' ')}\n`).join('');
  const path = `/${bucket}/${encodePath(key)}`;
  const parameters = encodeQuery(query, { bare: false });
  const canonical = [method, path, parameters, lines, names.join(';'), digest].join('\n');
  const scope = [date.slice(0, 8), region, 's3', 'aws4_request'];
  const text = [algorithm, date, scope.join('/'), sha256Text(canonical)].join('\n');
  const signature = derivedSignature(`AWS4${accessKeySecret}`, scope, text);
  const authorization = `${algorithm} Credential=${accessKeyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  const url = `${origin}${path}${parameters === '' ? '' : `?${parameters}`}`;
  return { url, method, headers: { ...sent, authorization }, content };
}
