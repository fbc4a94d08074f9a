import type { KeyPermission, WriteTicket } from '../grants/key-permission.ts';

/** Permission that a credential carries: on a store without time conditions a ticket has no expiry. */
export type CarriedPermission = KeyPermission | Omit<WriteTicket, 'not_after'>;

/** `patterns`: exact keys, or a prefix with `*` after its slash. */
export interface ObjectStatement {
  action: 'get' | 'put';
  patterns: string[];
  not_after?: Date;
}

interface ListStatement {
  action: 'list';
  prefixes: string[];
}

/** Intermediate form between permissions and both dialects: the content of one policy statement. */
type AccessStatement = ObjectStatement | ListStatement;

type Group = [CarriedPermission, ...CarriedPermission[]];

/** Groups permissions that differ only in the key into one statement. */
function statementKey(permission: CarriedPermission): string {
  return 'not_after' in permission
    ? `${permission.action} ${permission.not_after.toISOString()}`
    : permission.action;
}

function toStatement(group: Group): AccessStatement {
  const [first] = group;
  if (first.action === 'list') {
    return {
      action: 'list',
      prefixes: group.flatMap((permission) => ('prefix' in permission ? [permission.prefix] : [])),
    };
  }
  return {
    action: first.action,
    patterns: group.map((permission) => ('prefix' in permission ? `${permission.prefix}*` : permission.key)),
    ...('not_after' in first && { not_after: first.not_after }),
  };
}

/** Returns the fewest statements that express these permissions, in the order of their first one. */
export function toStatements(permissions: CarriedPermission[]): AccessStatement[] {
  const groups = new Map<string, Group>();
  for (const permission of permissions) {
    const key = statementKey(permission);
    const group = groups.get(key);
    if (group) group.push(permission);
    else groups.set(key, [permission]);
  }
  return [...groups.values()].map(toStatement);
}
