import type { signedRequest } from './sign-raw-request.ts';
import { BUCKET, objects } from './start-test-emulator.ts';

type Request = Parameters<typeof signedRequest>[0];
const KEY = 'k/1';
const COPY = { 'x-oss-copy-source': `/${BUCKET}/source` };
const onKey = objects(KEY);
const onBucket = `acs:oss:*:*:${BUCKET}`;

/** Operation, request, and each right it needs: `[action, resource]`. */
export const operationRights: [string, Request, [string, string][]][] = [
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
