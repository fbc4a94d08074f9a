import {
  assertPlainObject,
  assertUploadedObject,
  METADATA_PREFIX,
  objectType,
} from '../aliyun/object-headers.ts';
import { toObjectStoreError } from '../aliyun/oss-error.ts';
import type { StoreCredentials } from '../port/store-credentials.ts';
import { singleHeader } from '../transport/described-object.ts';
import { elementText } from '../transport/element-text.ts';
import type { AgentStorePlace } from './agent-store-place.ts';
import { derivedSignature, encodePath, encodeQuery, longDate, sha256Text } from './signature-parts.ts';
import type { ObjectRequest, SignedObjectRequest, StoreDialect } from './store-dialect.ts';

const algorithm = 'OSS4-HMAC-SHA256';
/** OSS does not sign bodies; HTTPS protects them. */
const payload = 'UNSIGNED-PAYLOAD';

/** Alibaba Cloud OSS, signed with V4. */
export function ossDialect(place: AgentStorePlace): StoreDialect {
  return {
    metadataPrefix: METADATA_PREFIX,
    absent: { 'x-oss-forbid-overwrite': 'true' },
    sign: (request, credentials, now) => signOss(place, request, credentials, now),
    toError: (operation, { status, headers, data }, credentials, now) =>
      toObjectStoreError(
        { code: elementText(data, 'Code'), status, requestId: singleHeader(headers['x-oss-request-id']) },
        operation,
        credentials,
        now,
      ),
    refusedAbsent: (error) => error,
    typeOf: objectType,
    assertPlain: assertPlainObject,
    assertUploaded: assertUploadedObject,
  };
}

function signOss(
  { endpoint, region, bucket, pathStyle }: AgentStorePlace,
  { method, key, query = {}, headers = {}, content }: ObjectRequest,
  { accessKeyId, accessKeySecret, securityToken }: StoreCredentials,
  now: Date,
): SignedObjectRequest {
  const { protocol, host } = new URL(endpoint);
  const date = longDate(now);
  const sent: Record<string, string> = {
    ...headers,
    'x-oss-date': date,
    'x-oss-content-sha256': payload,
    ...(securityToken !== undefined && { 'x-oss-security-token': securityToken }),
  };
  const signed = Object.keys(sent)
    .filter((name) => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-'))
    .sort()
    .map((name) => `${name}:${sent[name]?.trim()}\n`)
    .join('');
  const parameters = encodeQuery(query, { bare: true });
  const canonical = [method, `/${bucket}/${encodePath(key)}`, parameters, signed, '', payload].join('\n');
  const scope = [date.slice(0, 8), region, 'oss', 'aliyun_v4_request'];
  const text = [algorithm, date, scope.join('/'), sha256Text(canonical)].join('\n');
  const signature = derivedSignature(`aliyun_v4${accessKeySecret}`, scope, text);
  const authorization = `${algorithm} Credential=${accessKeyId}/${scope.join('/')},Signature=${signature}`;
  const base = pathStyle ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`;
  const url = `${base}/${encodePath(key)}${parameters === '' ? '' : `?${parameters}`}`;
  return { url, method, headers: { ...sent, authorization }, content };
}
