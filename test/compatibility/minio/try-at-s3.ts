import { Client, S3Error } from 'minio';
import type { LiveAttempt, TryAt } from '../../security/matrix/live/attempts.ts';
import type { IssuedCredential } from '../../support/raw-agent.ts';
import { rawRequest } from './raw-request.ts';

/** Endpoint at which a credential is tried: MinIO itself, or the proxy in front of it. */
interface S3Place {
  endpoint: string;
  region: string;
  bucket: string;
  /** The proxy replies with its own error page, which the client reads as an S3 error without a code. */
  isProxy?: boolean;
}

const body = Buffer.from('{"tried":true}');
const tags = { 'X-Amz-Tagging': 'tried=yes' };

type Deed = (
  at: { client: Client; place: S3Place; credential: IssuedCredential },
  attempt: LiveAttempt,
) => Promise<unknown>;

const put: Deed = ({ client, place }, { key }) => client.putObject(place.bucket, key, body, body.length);

const deeds: Record<LiveAttempt['action'], Deed> = {
  get: async ({ client, place }, { key }) => {
    const stream = await client.getObject(place.bucket, key);
    for await (const _ of stream);
  },
  put,
  overwrite: put,
  delete: ({ client, place }, { key }) => client.removeObject(place.bucket, key),
  list: ({ client, place }, { prefix }) => client.listObjectsV2Query(place.bucket, prefix, '', '', 3, ''),
  multipart: async ({ client, place }, { key }) => {
    const uploadId = await client.initiateNewMultipartUpload(place.bucket, key, {});
    const part = {
      bucketName: place.bucket,
      objectName: key,
      uploadID: uploadId,
      partNumber: 1,
      headers: {},
    };
    const { etag } = await client.uploadPart(part, body);
    await client.completeMultipartUpload(place.bucket, key, uploadId, [{ part: 1, etag }]);
  },
  copy_from: ({ client, place }, { key, copyTo }) =>
    client.copyObject(place.bucket, copyTo, `/${place.bucket}/${key}`),
  tag: ({ client, place }, { key }) => client.setObjectTagging(place.bucket, key, { tried: 'yes' }),
  put_tagged: ({ client, place }, { key }) => client.putObject(place.bucket, key, body, body.length, tags),
  acl: setAcl,
  symlink: () => Promise.reject(new Error('S3 has no symlinks')),
};

/** The vendor's client has no method for it. */
async function setAcl({ place, credential }: Parameters<Deed>[0], { key }: LiveAttempt): Promise<void> {
  const signer = {
    accessKeyId: credential.access_key_id,
    accessKeySecret: credential.access_key_secret,
    securityToken: credential.security_token,
  };
  const path = `/${place.bucket}/${key}?acl=`;
  const answer = await rawRequest(place.endpoint, signer, {
    method: 'PUT',
    path,
    headers: { 'x-amz-acl': 'public-read' },
  });
  if (answer.status === 200) return;
  const code = /<Code>(\w+)<\/Code>/.exec(answer.body.toString())?.[1] ?? `status_${answer.status}`;
  throw Object.assign(new Error(`acl was answered ${answer.status}`), { code });
}

/** Error codes of a refusal by MinIO. */
const refusals = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'InvalidTokenId',
  // The proxy removed a signed header.
  'SignatureDoesNotMatch',
]);
/**
 * Codes that show that the request was authorized: the object was missing, a folder was in its place, or its name accepts no parts.
 */
const letThrough = new Set([
  'NoSuchKey',
  'XMinioObjectExistsAsDirectory',
  'XMinioParentIsObject',
  'XMinioInvalidObjectName',
]);

export function tryAtS3(place: S3Place): TryAt {
  const clients = new Map<string, Client>();
  return async (credential, attempt) => {
    const client = clients.get(credential.access_key_id) ?? createClient(place, credential);
    clients.set(credential.access_key_id, client);
    try {
      await deeds[attempt.action]({ client, place, credential }, attempt);
      return true;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (refusals.has(code)) return false;
      if (place.isProxy && error instanceof S3Error && code === '') return false;
      if (letThrough.has(code)) return true;
      throw new Error(`${attempt.action} ${attempt.key} was answered ${code}`, { cause: error });
    }
  };
}

function createClient({ endpoint, region }: S3Place, credential: IssuedCredential): Client {
  const { hostname, port } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    region,
    accessKey: credential.access_key_id,
    secretKey: credential.access_key_secret,
    sessionToken: credential.security_token,
  });
}
