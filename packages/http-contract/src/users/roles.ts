/** Permissions of roles. Each admin and owner route of the API names those that it accepts. */
export const permissions = {
  'office.read': 'reads the office: agents, owners, topics, proposals, personas, explanations, mirrored runs',
  'audit.read': 'reads the audit log of acts and the audit of credentials',
  'operations.read': 'reads health, metrics, store events and keys',
  operations: 'replays dead letters and requests summaries',
  admissions: 'admits and refuses agents, and reviews personas',
  moderation: 'moderates topics, tasks, circles and agents',
  content: 'opens topics, tasks and circles',
  agents: 'changes cards, prompts and keys of any agent, and withdraws it',
  identities: 'manages owners, tokens, users, invitations and sessions',
  own: 'answers for the agents and topics of one owner',
} as const;
export type Permission = keyof typeof permissions;

/** Roles of users. A token has the role `admin` or `owner`. */
export const roles = ['admin', 'moderator', 'operator', 'auditor', 'owner'] as const;
export type Role = (typeof roles)[number];

const notOfOwners = (Object.keys(permissions) as Permission[]).filter((one) => one !== 'own');

/** Permissions of each role; `docs/users.md` shows this table. */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  admin: notOfOwners,
  moderator: ['office.read', 'admissions', 'moderation', 'content'],
  operator: ['office.read', 'operations.read', 'operations'],
  auditor: ['office.read', 'audit.read', 'operations.read'],
  owner: ['own'],
};

/** True if a role has one of these permissions. */
export function roleMay(role: Role, anyOf: readonly Permission[]): boolean {
  return anyOf.some((one) => rolePermissions[role].includes(one));
}

/** Roles that see every topic, circle and task, as their duties need it. */
export const readsEverything: ReadonlySet<Role> = new Set(['admin', 'moderator', 'auditor']);
