import type { KeyPermission } from '../grants/key-permission.ts';

export const noon = new Date('2026-11-21T12:00:00.700Z');
export const get = (prefix: string): KeyPermission => ({ class: 'read', action: 'get', prefix });
export const ticket = (key: string, not_after: Date = noon): KeyPermission => ({
  class: 'message',
  action: 'put',
  key,
  not_after,
});
export const oss = { dialect: 'oss', bucket: 'home' } as const;
export const s3 = { dialect: 's3', bucket: 'home' } as const;
