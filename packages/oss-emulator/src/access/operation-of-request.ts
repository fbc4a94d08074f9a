import { parseCopySource } from '../http/copy-source.ts';
import { OssError } from '../http/oss-error.ts';
import { headerValue, type SignedRequest } from '../http/signed-request.ts';
import { CHOOSING_UNSIGNED, SUBRESOURCES } from '../http/subresources.ts';
import { type OperationName, type Permission, RULES, type Rule } from './operation-rules.ts';
import { isUnsetConfiguration, UNSET_CONFIGURATIONS } from './unset-configurations.ts';

interface IdentifiedOperation {
  operation: OperationName;
  permissions: Permission[];
}

/** Subresources that refine an operation without choosing it. */
const MODIFIER = /^(continuation-token|security-token|response-.+|x-oss-request-payer|x-oss-traffic-limit)$/;

/** Copy operations, by the put operation that a source header turns into them. */
const COPYING: Partial<Record<OperationName, OperationName>> = {
  PutObject: 'CopyObject',
  UploadPart: 'UploadPartCopy',
};

const hasRule = (name: string): name is keyof typeof RULES => Object.hasOwn(RULES, name);

/** Identifies the operation of a request, and the permission that its signer needs. */
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
