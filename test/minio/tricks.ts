import { gzipSync } from 'node:zlib';
import type { ObjectInfo } from '@agent-home/object-store';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import type { Statement } from './session.ts';

export const BUCKET = 'agent-home';
export const KEY = 'topics/t1/messages/ada/m1';
export const SECRET_KEY = 'topics/t2/secret';

const path = `/${BUCKET}/${KEY}`;
const MTIME = '2099-01-01T00:00:00Z';
const ETAG = 'deadbeefdeadbeefdeadbeefdeadbeef';

/** The object at KEY, if there is one, and how many tags it has. */
export type Found = (ObjectInfo & { tags: number }) | undefined;

/** What the answer and the object look like when a trick has worked. */
export type Worked = (answer: RawAnswer, object: Found) => boolean;

export interface Trick {
  name: string;
  /** Of the credential; a put on exactly KEY unless named. */
  statement?: Statement;
  request: RawRequest;
  worked: Worked;
}

const accepted: Worked = ({ status }) => status === 200;
const body = 'hello';

/** Each header signed, as its sender would, and unsigned, as on a presigned URL. */
function withHeader(
  name: string,
  header: Record<string, string>,
  worked: Worked,
  content: RawRequest['body'] = body,
): Trick[] {
  const put = { method: 'PUT', path, body: content };
  return [
    { name: `${name}, signed`, request: { ...put, headers: header }, worked },
    { name: `${name}, unsigned`, request: { ...put, unsigned: header }, worked },
  ];
}

const writing: Trick[] = [
  ...withHeader(
    'a Last-Modified of its own',
    { 'x-minio-source-mtime': MTIME },
    (_, object) => object?.lastModified.getTime() === Date.parse(MTIME),
  ),
  ...withHeader('an etag of its own', { 'x-minio-source-etag': ETAG }, (_, object) => object?.etag === ETAG),
  ...withHeader(
    'a body that readers unpack',
    { 'content-encoding': 'gzip' },
    (_, object) => object?.contentEncoding === 'gzip',
    gzipSync(Buffer.alloc(20_000_000)),
  ),
  ...withHeader(
    'metadata of its own',
    { 'x-amz-meta-note': 'n' },
    (_, object) => object?.metadata.note === 'n',
  ),
  ...withHeader('tags', { 'x-amz-tagging': 'a=b' }, (_, object) => object?.tags === 1),
  { name: '64 MB', request: { method: 'PUT', path, body: Buffer.alloc(64 << 20) }, worked: accepted },
  { name: 'the key with a slash', request: { method: 'PUT', path: `${path}/` }, worked: accepted },
  { name: 'an upload in parts', request: { method: 'POST', path: `${path}?uploads=` }, worked: accepted },
];

/** A condition that does not hold, and the name of the header or argument that makes MinIO believe it does. */
const CONDITIONS: [condition: Record<string, Record<string, unknown>>, name: string, value: string][] = [
  [{ DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } }, 'Currenttime', '2019-01-01T00:00:00Z'],
  [{ NumericLessThan: { 'aws:EpochTime': 1000 } }, 'Epochtime', '5'],
  [{ IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, 'Sourceip', '203.0.113.7'],
  [{ Bool: { 'aws:SecureTransport': 'true' } }, 'Securetransport', 'true'],
  [{ StringEquals: { 'aws:username': 'admin' } }, 'Username', 'admin'],
  [{ StringEquals: { 'aws:userid': 'admin' } }, 'Userid', 'admin'],
  [{ StringEquals: { 'aws:principaltype': 'Account' } }, 'Principaltype', 'Account'],
  [{ StringEquals: { 'aws:groups': 'admins' } }, 'Groups', 'admins'],
  [{ StringEquals: { 's3:signatureversion': 'AWS' } }, 'Signatureversion', 'AWS'],
  [{ StringEquals: { 's3:authType': 'POST' } }, 'Authtype', 'POST'],
  [{ StringEquals: { 'jwt:email': 'root' } }, 'Email', 'root'],
];

const conditions: Trick[] = CONDITIONS.flatMap(([condition, name, value]) => {
  const statement = {
    Effect: 'Allow',
    Action: ['s3:PutObject'],
    Resource: [arn(KEY)],
    Condition: condition,
  };
  const query = `${name}=${encodeURIComponent(value)}`;
  return [
    {
      name: `the condition ${name} by a header`,
      statement,
      request: { method: 'PUT', path, body, unsigned: { [name]: value } },
      worked: accepted,
    },
    {
      name: `the condition ${name} by an argument`,
      statement,
      request: { method: 'PUT', path: `${path}?${query}`, body },
      worked: accepted,
    },
  ];
});

const addresses: Trick[] = ['X-Forwarded-For', 'X-Real-Ip', 'Forwarded'].map((name) => ({
  name: `an address of its own in ${name}`,
  statement: {
    Effect: 'Allow',
    Action: ['s3:PutObject'],
    Resource: [arn(KEY)],
    Condition: { IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } },
  },
  request: {
    method: 'PUT',
    path,
    body,
    unsigned: { [name]: name === 'Forwarded' ? 'for=203.0.113.7' : '203.0.113.7' },
  },
  worked: accepted,
}));

const listing: Trick[] = [
  ['a header Prefix', 'list-type=2&prefix=topics%2Ft2%2F', { Prefix: 'topics/t1/' }],
  ['a header Prefix and no prefix at all', 'list-type=2', { Prefix: 'topics/t1/' }],
  ['an argument Prefix', 'Prefix=topics%2Ft1%2F&list-type=2&prefix=topics%2Ft2%2F', {}],
].map(([name, query, unsigned]) => ({
  name: `a listing of another prefix by ${name as string}`,
  statement: {
    Effect: 'Allow',
    Action: ['s3:ListBucket'],
    Resource: [`arn:aws:s3:::${BUCKET}`],
    Condition: { StringLike: { 's3:prefix': ['topics/t1/*'] } },
  },
  request: {
    method: 'GET',
    path: `/${BUCKET}?${query as string}`,
    unsigned: unsigned as Record<string, string>,
  },
  worked: ({ body: said }: RawAnswer) => said.includes(SECRET_KEY),
}));

/** What the holder of a narrow credential can do on an unprotected MinIO beyond what its policy says. */
export const TRICKS: Trick[] = [...writing, ...conditions, ...addresses, ...listing];

function arn(key: string): string {
  return `arn:aws:s3:::${BUCKET}/${key}`;
}
