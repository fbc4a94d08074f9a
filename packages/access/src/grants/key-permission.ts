/** Permissions of different classes never share one credential. */
export const permissionClasses = [
  'read',
  'heartbeat',
  'request',
  'message',
  'join_request',
  'join_approval',
  'artifact',
] as const;
/** Classes of permissions, by the purpose of the key. */
export type PermissionClass = (typeof permissionClasses)[number];

/** Read the object at exactly `key`. */
export interface ReadKey {
  class: 'read';
  action: 'get';
  key: string;
}

/** Permission to read or to list keys that start with `prefix`, which ends with a slash. */
export interface ReadPrefix {
  class: 'read';
  action: 'get' | 'list';
  prefix: string;
}

/** Permission to write the agent’s heartbeat. */
export interface WriteHeartbeat {
  class: 'heartbeat';
  action: 'put';
  key: string;
}

/** A ticket: put at exactly `key`, before `not_after`. */
export interface WriteTicket {
  class: TicketClass;
  action: 'put';
  key: string;
  not_after: Date;
}

/** Class of an object that is judged once, at one exact key. */
export type TicketClass = 'request' | 'message' | 'join_request' | 'join_approval';

/** Permission to put keys that start with `prefix`, which ends with a slash: an agent's own folder in a task. */
export interface WritePrefix {
  class: 'artifact';
  action: 'put';
  prefix: string;
}

/** A permission for one key or prefix of the bucket. */
export type KeyPermission = ReadKey | ReadPrefix | WriteHeartbeat | WriteTicket | WritePrefix;
