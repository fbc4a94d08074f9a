import { parseCopySource } from '../http/copy-source.ts';
import { OssError } from '../http/oss-error.ts';
import { headerValue, type SignedRequest } from '../http/signed-request.ts';
import { CHOOSING_UNSIGNED, SUBRESOURCES } from '../http/subresources.ts';
import { isUnsetConfiguration, UNSET_CONFIGURATIONS } from './unset-configurations.ts';

/** A RAM action on one object, or on the bucket where `key` is absent. */
export interface Permission {
  action: `oss:${string}`;
  key?: string;
}

interface Rule {
  operation: string;
  /** Absent where each of several keys is asked about by the operation itself. */
  action?: `oss:${string}`;
}

/** METHOD, level, and the subresources that choose the operation. Nothing but this table grants a meaning. */
const RULES = {
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

interface IdentifiedOperation {
  operation: OperationName;
  permissions: Permission[];
}

/** Subresources that refine an operation without choosing it. */
const MODIFIER = /^(continuation-token|security-token|response-.+|x-oss-request-payer|x-oss-traffic-limit)$/;

/** Copying is putting, with a header that names the source. */
const COPYING: Partial<Record<OperationName, OperationName>> = {
  PutObject: 'CopyObject',
  UploadPart: 'UploadPartCopy',
};

const hasRule = (name: string): name is keyof typeof RULES => Object.hasOwn(RULES, name);

/** Which operation a request asks for, and what its signer must be allowed to do before it runs. */
export function identifyOperation(request: SignedRequest): IdentifiedOperation {
  const level = request.bucket === undefined ? 'service' : request.key === undefined ? 'bucket' : 'object';
  const chosen = [...request.query.keys()]
    .filter((name) => (SUBRESOURCES.has(name) || CHOOSING_UNSIGNED.has(name)) && !MODIFIER.test(name))
    .sort();
  const name = [request.method, level, ...(chosen.length > 0 ? [chosen.join('+')] : [])].join(' ');
  const [configuration = '', ...further] = chosen;
  const asksOne = further.every((other) => configuration === 'inventory' && other === 'inventoryId');
  if (request.method === 'GET' && level === 'bucket' && asksOne && isUnsetConfiguration(configuration)) {
    const action = UNSET_CONFIGURATIONS[configuration];
    return { operation: 'GetUnsetConfiguration', permissions: [{ action }] };
  }
  if (!hasRule(name)) throw new OssError(chosen.length > 0 ? 'NotImplemented' : 'MethodNotAllowed');

  const rule: Rule & { operation: OperationName } = RULES[name];
  const onTarget = (action: Permission['action']): Permission =>
    request.key === undefined ? { action } : { action, key: request.key };
  const permissions = rule.action === undefined ? [] : [onTarget(rule.action)];
  if (request.key === undefined || rule.action !== 'oss:PutObject') {
    return { operation: rule.operation, permissions };
  }

  if (headerValue(request.headers, 'x-oss-object-acl') !== undefined) {
    permissions.push(onTarget('oss:PutObjectAcl'));
  }
  if (headerValue(request.headers, 'x-oss-tagging') !== undefined) {
    permissions.push(onTarget('oss:PutObjectTagging'));
  }
  const copySource = headerValue(request.headers, 'x-oss-copy-source');
  const copying = COPYING[rule.operation];
  if (copySource === undefined || copying === undefined) return { operation: rule.operation, permissions };
  const { bucket, key } = parseCopySource(copySource);
  if (bucket !== request.bucket) throw new OssError('NoSuchBucket');
  return { operation: copying, permissions: [...permissions, { action: 'oss:GetObject', key }] };
}
