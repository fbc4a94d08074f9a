/** A RAM action on one object, or on the bucket where `key` is absent. */
export interface Permission {
  action: `oss:${string}`;
  key?: string;
}

export interface Rule {
  operation: string;
  /** Absent if the operation itself checks each of several keys. */
  action?: `oss:${string}`;
}

/** Keys consist of method, level, and the subresources that choose the operation. Requests outside this table have no meaning. */
export const RULES = {
  'GET service': { operation: 'ListBuckets', action: 'oss:ListBuckets' },
  'GET bucket': { operation: 'ListObjects', action: 'oss:ListObjects' },
  'PUT bucket': { operation: 'PutBucket', action: 'oss:PutBucket' },
  'GET bucket acl': { operation: 'GetBucketAcl', action: 'oss:GetBucketAcl' },
  'PUT bucket acl': { operation: 'PutBucketAcl', action: 'oss:PutBucketAcl' },
  'GET bucket bucketInfo': { operation: 'GetBucketInfo', action: 'oss:GetBucketInfo' },
  'GET bucket stat': { operation: 'GetBucketStat', action: 'oss:GetBucketStat' },
  'GET bucket location': { operation: 'GetBucketLocation', action: 'oss:GetBucketLocation' },
  'GET bucket lifecycle': { operation: 'GetBucketLifecycle', action: 'oss:GetBucketLifecycle' },
  'PUT bucket lifecycle': { operation: 'PutBucketLifecycle', action: 'oss:PutBucketLifecycle' },
  'DELETE bucket lifecycle': { operation: 'DeleteBucketLifecycle', action: 'oss:DeleteBucketLifecycle' },
  'GET bucket publicAccessBlock': {
    operation: 'GetBucketPublicAccessBlock',
    action: 'oss:GetBucketPublicAccessBlock',
  },
  'PUT bucket publicAccessBlock': {
    operation: 'PutBucketPublicAccessBlock',
    action: 'oss:PutBucketPublicAccessBlock',
  },
  'GET bucket overwriteConfig': {
    operation: 'GetBucketOverwriteConfig',
    action: 'oss:GetBucketOverwriteConfig',
  },
  'PUT bucket overwriteConfig': {
    operation: 'PutBucketOverwriteConfig',
    action: 'oss:PutBucketOverwriteConfig',
  },
  'DELETE bucket overwriteConfig': {
    operation: 'DeleteBucketOverwriteConfig',
    action: 'oss:DeleteBucketOverwriteConfig',
  },
  'GET bucket uploads': { operation: 'ListMultipartUploads', action: 'oss:ListMultipartUploads' },
  'POST bucket delete': { operation: 'DeleteMultipleObjects' },
  'GET object': { operation: 'GetObject', action: 'oss:GetObject' },
  'HEAD object': { operation: 'HeadObject', action: 'oss:GetObject' },
  'HEAD object objectMeta': { operation: 'GetObjectMeta', action: 'oss:GetObject' },
  'PUT object': { operation: 'PutObject', action: 'oss:PutObject' },
  'DELETE object': { operation: 'DeleteObject', action: 'oss:DeleteObject' },
  'POST object append+position': { operation: 'AppendObject', action: 'oss:PutObject' },
  'PUT object symlink': { operation: 'PutSymlink', action: 'oss:PutObject' },
  'GET object symlink': { operation: 'GetSymlink', action: 'oss:GetObject' },
  'GET object acl': { operation: 'GetObjectAcl', action: 'oss:GetObjectAcl' },
  'PUT object acl': { operation: 'PutObjectAcl', action: 'oss:PutObjectAcl' },
  'GET object tagging': { operation: 'GetObjectTagging', action: 'oss:GetObjectTagging' },
  'PUT object tagging': { operation: 'PutObjectTagging', action: 'oss:PutObjectTagging' },
  'DELETE object tagging': { operation: 'DeleteObjectTagging', action: 'oss:DeleteObjectTagging' },
  'POST object uploads': { operation: 'InitiateMultipartUpload', action: 'oss:PutObject' },
  'PUT object partNumber+uploadId': { operation: 'UploadPart', action: 'oss:PutObject' },
  'POST object uploadId': { operation: 'CompleteMultipartUpload', action: 'oss:PutObject' },
  'GET object uploadId': { operation: 'ListParts', action: 'oss:ListParts' },
  'DELETE object uploadId': { operation: 'AbortMultipartUpload', action: 'oss:AbortMultipartUpload' },
} as const satisfies Record<string, Rule>;

export type OperationName =
  | (typeof RULES)[keyof typeof RULES]['operation']
  | 'CopyObject'
  | 'UploadPartCopy'
  | 'GetUnsetConfiguration';
