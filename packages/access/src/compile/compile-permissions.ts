import { AccessError } from '../grants/access-error.ts';
import { type KeyPermission, type PermissionClass, permissionClasses } from '../grants/key-permission.ts';
import type { PolicyDialect } from '../policy/policy-document.ts';
import { type CarriedPermission, toStatements } from './access-statement.ts';
import type { DialectWriter } from './dialect-writer.ts';
import { ossDialect } from './oss-dialect.ts';
import { s3Dialect } from './s3-dialect.ts';
import { assertBucketName, assertSafeKey, assertSafePrefix } from './safe-key.ts';

/** Limit of Alibaba STS in characters and of MinIO in bytes; they are equal for the safe alphabet. */
const MAX_POLICY_LENGTH = 2048;

const writers: Record<PolicyDialect, DialectWriter> = { oss: ossDialect, s3: s3Dialect };

/** Dialect, bucket and length of the policies. */
export interface CompileOptions {
  dialect: PolicyDialect;
  bucket: string;
  /** Maximum number of characters in one document; default 2048. */
  maxLength?: number | undefined;
}

/** Session policy of one credential, and the permissions that it carries. `none` carries no permission and denies everything. */
export interface CompiledPolicy {
  class: PermissionClass | 'none';
  document: string;
  permissions: CarriedPermission[];
}

function writeDocument(writer: DialectWriter, bucket: string, permissions: CarriedPermission[]): string {
  const statements = toStatements(permissions).flatMap((statement) => {
    if (statement.action !== 'list') return [writer.objectStatement(statement, bucket)];
    return writer.listStatement ? [writer.listStatement(statement.prefixes, bucket)] : [];
  });
  return JSON.stringify({ Version: writer.version, Statement: statements });
}

/**
 * Returns the part of a permission that this dialect can enforce: the permission itself, a ticket without its end, or an empty
 * list.
 */
function carry(writer: DialectWriter, permission: KeyPermission): CarriedPermission[] {
  if (permission.action === 'list' && !writer.listStatement) return [];
  if (!('not_after' in permission)) return [permission];
  const { not_after, ...ticket } = permission;
  return [writer.expiry ? { ...ticket, not_after: writer.expiry(not_after) } : ticket];
}

function assertSafe(permission: KeyPermission): void {
  if ('prefix' in permission) assertSafePrefix(permission.prefix);
  else assertSafeKey(permission.key);
}

function withoutRepeats(permissions: CarriedPermission[]): CarriedPermission[] {
  return [...new Map(permissions.map((permission) => [JSON.stringify(permission), permission])).values()];
}

/** Fills one document after the other, in the given order; never widens a permission to make it fit. */
function split(
  permissions: CarriedPermission[],
  maxLength: number,
  write: (permissions: CarriedPermission[]) => string,
): { document: string; permissions: CarriedPermission[] }[] {
  if (permissions.length === 0) return [];
  const parts: { document: string; permissions: CarriedPermission[] }[] = [];
  let open: CarriedPermission[] = [];
  let document = '';
  for (const permission of permissions) {
    const longer = write([...open, permission]);
    if (longer.length <= maxLength) {
      open.push(permission);
      document = longer;
      continue;
    }
    const alone = write([permission]);
    if (alone.length > maxLength) {
      throw new AccessError('permission_too_long', 'one permission is too long for a policy');
    }
    // The first permission fits or was rejected before, so `open` contains at least one.
    parts.push({ document, permissions: open });
    open = [permission];
    document = alone;
  }
  return [...parts, { document, permissions: open }];
}

/**
 * Returns the smallest session policies for these permissions: at least one, each of one class, each within `maxLength`. Without
 * any permission it is one policy that denies everything, because a token service reads an absent policy as the whole role.
 * @throws AccessError `unsafe_key`, `invalid_bucket`, `permission_too_long`
 */
export function compilePermissions(permissions: KeyPermission[], options: CompileOptions): CompiledPolicy[] {
  const { dialect, bucket, maxLength = MAX_POLICY_LENGTH } = options;
  const writer = writers[dialect];
  assertBucketName(bucket);
  permissions.forEach(assertSafe);
  const carried = withoutRepeats(permissions.flatMap((permission) => carry(writer, permission)));
  const write = (part: CarriedPermission[]) => writeDocument(writer, bucket, part);
  const compiled = permissionClasses.flatMap((permissionClass) =>
    split(
      carried.filter((permission) => permission.class === permissionClass),
      maxLength,
      write,
    ).map((part): CompiledPolicy => ({ class: permissionClass, ...part })),
  );
  if (compiled.length > 0) return compiled;
  const document = JSON.stringify({ Version: writer.version, Statement: [writer.denyAll] });
  return [{ class: 'none', document, permissions: [] }];
}
