import { gzipSync } from 'node:zlib';
import { conditions } from './condition-tricks.ts';
import type { RawAnswer, RawRequest } from './raw-request.ts';
import { accepted, arn, BUCKET, body, KEY, type ProxyTrick, path, SECRET_KEY, type Worked } from './trick.ts';

const MTIME = '2099-01-01T00:00:00Z';
const ETAG = 'deadbeefdeadbeefdeadbeefdeadbeef';

/** Returns each header signed, as its sender would, and unsigned, as on a presigned URL. */
function withHeader(
  name: string,
  header: Record<string, string>,
  worked: Worked,
  content: RawRequest['body'] = body,
): ProxyTrick[] {
  const put = { method: 'PUT', path, body: content };
  return [
    { name: `${name}, signed`, request: { ...put, headers: header }, worked },
    { name: `${name}, unsigned`, request: { ...put, unsigned: header }, worked },
  ];
}

const writing: ProxyTrick[] = [
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

const addresses: ProxyTrick[] = ['X-Forwarded-For', 'X-Real-Ip', 'Forwarded'].map((name) => ({
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

const listing: ProxyTrick[] = [
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

/** Actions beyond its policy that an unprotected MinIO lets the holder of a narrow credential perform. */
export const TRICKS: ProxyTrick[] = [...writing, ...conditions, ...addresses, ...listing];
