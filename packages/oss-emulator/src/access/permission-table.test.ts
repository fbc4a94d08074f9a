import { describe, expect, it } from 'vitest';
import { type RawRequest, sendRaw, signedRequest } from '../testing/raw-request.ts';
import {
  ADMIN,
  allow,
  BUCKET,
  objects,
  policy,
  startTestEmulator,
  WHOLE_BUCKET,
} from '../testing/start-test-emulator.ts';

type Request = Parameters<typeof signedRequest>[0];
const KEY = 'k/1';
const COPY = { 'x-oss-copy-source': `/${BUCKET}/source` };
const onKey = objects(KEY);
const onBucket = `acs:oss:*:*:${BUCKET}`;

/** Operation, request, and each right it needs: `[action, resource]`. */
const table: [string, Request, [string, string][]][] = [
  ['PutObject', { method: 'PUT', key: KEY, body: 'x' }, [['oss:PutObject', onKey]]],
  [
    'PutObject with an ACL',
    { method: 'PUT', key: KEY, body: 'x', headers: { 'x-oss-object-acl': 'private' } },
    [
      ['oss:PutObject', onKey],
      ['oss:PutObjectAcl', onKey],
    ],
  ],
  [
    'PutObject with tags',
    { method: 'PUT', key: KEY, body: 'x', headers: { 'x-oss-tagging': 'a=b' } },
    [
      ['oss:PutObject', onKey],
      ['oss:PutObjectTagging', onKey],
    ],
  ],
  [
    'CopyObject',
    { method: 'PUT', key: KEY, headers: COPY },
    [
      ['oss:PutObject', onKey],
      ['oss:GetObject', objects('source')],
    ],
  ],
  [
    'AppendObject',
    { method: 'POST', key: 'appended', query: { append: '', position: '0' }, body: 'x' },
    [['oss:PutObject', objects('appended')]],
  ],
  [
    'PutSymlink',
    { method: 'PUT', key: KEY, query: { symlink: '' }, headers: { 'x-oss-symlink-target': 'nowhere' } },
    [['oss:PutObject', onKey]],
  ],
  ['GetSymlink', { method: 'GET', key: KEY, query: { symlink: '' } }, [['oss:GetObject', onKey]]],
  [
    'InitiateMultipartUpload',
    { method: 'POST', key: KEY, query: { uploads: '' } },
    [['oss:PutObject', onKey]],
  ],
  [
    'UploadPart',
    { method: 'PUT', key: KEY, query: { partNumber: '1', uploadId: 'U' }, body: 'x' },
    [['oss:PutObject', onKey]],
  ],
  [
    'UploadPartCopy',
    { method: 'PUT', key: KEY, query: { partNumber: '1', uploadId: 'U' }, headers: COPY },
    [
      ['oss:PutObject', onKey],
      ['oss:GetObject', objects('source')],
    ],
  ],
  [
    'CompleteMultipartUpload',
    { method: 'POST', key: KEY, query: { uploadId: 'U' }, body: '<CompleteMultipartUpload/>' },
    [['oss:PutObject', onKey]],
  ],
  ['ListParts', { method: 'GET', key: KEY, query: { uploadId: 'U' } }, [['oss:ListParts', onKey]]],
  [
    'AbortMultipartUpload',
    { method: 'DELETE', key: KEY, query: { uploadId: 'U' } },
    [['oss:AbortMultipartUpload', onKey]],
  ],
  [
    'ListMultipartUploads',
    { method: 'GET', query: { uploads: '' } },
    [['oss:ListMultipartUploads', onBucket]],
  ],
  ['GetObject', { method: 'GET', key: KEY }, [['oss:GetObject', onKey]]],
  ['HeadObject', { method: 'HEAD', key: KEY }, [['oss:GetObject', onKey]]],
  ['GetObjectMeta', { method: 'HEAD', key: KEY, query: { objectMeta: '' } }, [['oss:GetObject', onKey]]],
  ['DeleteObject', { method: 'DELETE', key: KEY }, [['oss:DeleteObject', onKey]]],
  [
    'DeleteMultipleObjects',
    { method: 'POST', query: { delete: '' }, body: `<Delete><Object><Key>${KEY}</Key></Object></Delete>` },
    [['oss:DeleteObject', onKey]],
  ],
  ['GetObjectAcl', { method: 'GET', key: KEY, query: { acl: '' } }, [['oss:GetObjectAcl', onKey]]],
  [
    'PutObjectAcl',
    { method: 'PUT', key: KEY, query: { acl: '' }, headers: { 'x-oss-object-acl': 'private' } },
    [['oss:PutObjectAcl', onKey]],
  ],
  [
    'GetObjectTagging',
    { method: 'GET', key: KEY, query: { tagging: '' } },
    [['oss:GetObjectTagging', onKey]],
  ],
  [
    'PutObjectTagging',
    { method: 'PUT', key: KEY, query: { tagging: '' }, body: '<Tagging><TagSet/></Tagging>' },
    [['oss:PutObjectTagging', onKey]],
  ],
  [
    'DeleteObjectTagging',
    { method: 'DELETE', key: KEY, query: { tagging: '' } },
    [['oss:DeleteObjectTagging', onKey]],
  ],
  ['ListObjects', { method: 'GET' }, [['oss:ListObjects', onBucket]]],
  ['ListObjectsV2', { method: 'GET', query: { 'list-type': '2' } }, [['oss:ListObjects', onBucket]]],
  ['GetBucketInfo', { method: 'GET', query: { bucketInfo: '' } }, [['oss:GetBucketInfo', onBucket]]],
  ['GetBucketLocation', { method: 'GET', query: { location: '' } }, [['oss:GetBucketLocation', onBucket]]],
  ['GetBucketAcl', { method: 'GET', query: { acl: '' } }, [['oss:GetBucketAcl', onBucket]]],
  [
    'PutBucketAcl',
    { method: 'PUT', query: { acl: '' }, headers: { 'x-oss-acl': 'private' } },
    [['oss:PutBucketAcl', onBucket]],
  ],
  ['PutBucket', { method: 'PUT' }, [['oss:PutBucket', onBucket]]],
  ['GetBucketLifecycle', { method: 'GET', query: { lifecycle: '' } }, [['oss:GetBucketLifecycle', onBucket]]],
  [
    'PutBucketLifecycle',
    { method: 'PUT', query: { lifecycle: '' }, body: '<LifecycleConfiguration/>' },
    [['oss:PutBucketLifecycle', onBucket]],
  ],
  [
    'DeleteBucketLifecycle',
    { method: 'DELETE', query: { lifecycle: '' } },
    [['oss:DeleteBucketLifecycle', onBucket]],
  ],
  [
    'GetBucketPublicAccessBlock',
    { method: 'GET', query: { publicAccessBlock: '' } },
    [['oss:GetBucketPublicAccessBlock', onBucket]],
  ],
  [
    'PutBucketPublicAccessBlock',
    { method: 'PUT', query: { publicAccessBlock: '' }, body: '<x/>' },
    [['oss:PutBucketPublicAccessBlock', onBucket]],
  ],
  [
    'GetBucketOverwriteConfig',
    { method: 'GET', query: { overwriteConfig: '' } },
    [['oss:GetBucketOverwriteConfig', onBucket]],
  ],
  [
    'PutBucketOverwriteConfig',
    { method: 'PUT', query: { overwriteConfig: '' }, body: '<x/>' },
    [['oss:PutBucketOverwriteConfig', onBucket]],
  ],
  [
    'DeleteBucketOverwriteConfig',
    { method: 'DELETE', query: { overwriteConfig: '' } },
    [['oss:DeleteBucketOverwriteConfig', onBucket]],
  ],
];

describe('each operation needs its own rights, and nothing else', () => {
  it.each(table)('%s', async (_operation, request, rights) => {
    const everything = allow(['oss:*'], WHOLE_BUCKET);
    const users = [
      { name: 'exact', text: policy(...rights.map(([action, resource]) => allow([action], [resource]))) },
      ...rights.map(([action, resource], index) => ({
        name: `without-${index}`,
        text: policy(everything, { Effect: 'Deny', Action: [action], Resource: [resource] }),
      })),
      ...rights.map(([action, resource], index) => ({
        name: `neighbour-${index}`,
        text: policy(
          ...rights.map(([otherAction, otherResource], other) =>
            other === index
              ? allow([action], [`${resource}x`, `${resource}/`, `${resource}/*`])
              : allow([otherAction], [otherResource]),
          ),
        ),
      })),
    ];
    const emulator = await startTestEmulator({
      users: [
        { ...ADMIN, name: 'admin', policy: policy(allow(['oss:*'], ['*'])) },
        ...users.map(({ name, text }) => ({ accessKeyId: name, accessKeySecret: 's', name, policy: text })),
      ],
    });
    const as = (accessKeyId: string, raw: Request) =>
      sendRaw(emulator.ossEndpoint, signedRequest(raw, { accessKeyId, accessKeySecret: 's' }));
    const admin = (raw: RawRequest) => sendRaw(emulator.ossEndpoint, raw);
    for (const key of [KEY, 'source']) {
      await admin(signedRequest({ method: 'PUT', key, body: 'content' }, ADMIN));
    }

    for (const { name } of users.slice(1)) {
      expect(await as(name, request), name).toMatchObject({ status: 403, code: 'AccessDenied' });
    }
    expect((await as('exact', request)).code).not.toBe('AccessDenied');
  });
});

it('knows no operation outside its table', async () => {
  const emulator = await startTestEmulator();
  const refused: [Request, string][] = [
    [{ method: 'GET', query: { metaQuery: '' } }, 'NotImplemented'],
    [{ method: 'PUT', query: { versioning: '' } }, 'NotImplemented'],
    [{ method: 'GET', key: KEY, query: { versionId: 'x' } }, 'NotImplemented'],
    [{ method: 'GET', key: KEY, query: { 'x-oss-process': 'image/resize' } }, 'NotImplemented'],
    [{ method: 'PUT', key: KEY, query: { append: '', position: '0' } }, 'NotImplemented'],
    [{ method: 'PUT', key: KEY, query: { uploadId: 'U' } }, 'NotImplemented'],
    [{ method: 'DELETE' }, 'MethodNotAllowed'],
    [{ method: 'POST', key: KEY }, 'MethodNotAllowed'],
    [{ method: 'PATCH', key: KEY }, 'MethodNotAllowed'],
  ];
  for (const [request, code] of refused) {
    const answer = await sendRaw(emulator.ossEndpoint, signedRequest(request, ADMIN));
    expect(answer.code, JSON.stringify(request)).toBe(code);
  }
});
