import { describe, expect, it } from 'vitest';
import type { KeyPermission } from '../grants/key-permission.ts';
import { evaluateSession, parsePolicy } from '../policy/index.ts';
import { get, oss, ticket } from '../testing/compile-permissions-support.ts';
import { compilePermissions } from './compile-permissions.ts';

describe('nothing granted', () => {
  const listing: KeyPermission = { class: 'read', action: 'list', prefix: 'agents/heartbeats/' };

  const empty = [
    ['oss', [], 'oss:GetObject', 'acs:oss:r:a:home/a'],
    ['s3', [], 's3:GetObject', 'arn:aws:s3:::home/a'],
    ['s3', [listing], 's3:ListBucket', 'arn:aws:s3:::home'],
  ] as const;
  it('no grant becomes an explicit deny', () => {
    for (const [dialect, permissions, action, resource] of empty) {
      const [compiled, ...rest] = compilePermissions([...permissions], { dialect, bucket: 'home' });
      expect(rest).toEqual([]);
      expect(compiled).toMatchObject({ class: 'none', permissions: [] });
      const session = parsePolicy(compiled?.document ?? '', dialect);
      const version = dialect === 'oss' ? '1' : '2012-10-17';
      const everything = { Effect: 'Allow', Action: '*', Resource: '*' };
      const role = parsePolicy(JSON.stringify({ Version: version, Statement: [everything] }), dialect);
      expect(evaluateSession({ session, role }, { action, resource, context: {} })).toBe('explicit_deny');
    }
  });
});

describe('length', () => {
  const keys = Array.from({ length: 60 }, (_, index) =>
    ticket(`topics/t1/messages/ada/${'m'.repeat(30)}_${index}`),
  );

  it('an oversized policy is split without loss', () => {
    for (const dialect of ['oss', 's3'] as const) {
      const compiled = compilePermissions(keys, { dialect, bucket: 'home' });
      expect(compiled.length).toBeGreaterThan(1);
      for (const { document } of compiled) {
        // MinIO measures the output of Go's encoder, which escapes these three characters.
        expect(Buffer.byteLength(document.replaceAll(/[&<>]/g, '\\u0026'))).toBeLessThanOrEqual(2048);
      }
      const carried = compiled.flatMap(({ permissions }) => permissions);
      expect(carried.map((permission) => 'key' in permission && permission.key)).toEqual(
        keys.map((permission) => 'key' in permission && permission.key),
      );
    }
  });

  it('one permission that does not fit is refused, never widened', () => {
    const long = get(`${'a'.repeat(2000)}/`);
    expect(() => compilePermissions([get('a/'), long], oss)).toThrow(
      expect.objectContaining({ code: 'permission_too_long' }),
    );
  });

  it('a document may have exactly the limit’s length', () => {
    for (const some of [keys.slice(0, 1), keys.slice(0, 5)]) {
      const [whole, ...rest] = compilePermissions(some, oss);
      expect(rest).toEqual([]);
      const maxLength = whole?.document.length ?? 0;
      expect(compilePermissions(some, { ...oss, maxLength })).toEqual([whole]);
    }
    // The second permission is as long as the limit, so it begins a document of its own.
    const long = get(`${'b'.repeat(100)}/`);
    const limit = compilePermissions([long], oss)[0]?.document.length ?? 0;
    const split = compilePermissions([get('a/'), long], { ...oss, maxLength: limit });
    expect(split.map(({ permissions }) => permissions)).toEqual([[get('a/')], [long]]);
    const maxLength = (compilePermissions(keys.slice(0, 1), oss)[0]?.document.length ?? 0) - 1;
    expect(() => compilePermissions(keys.slice(0, 1), { ...oss, maxLength })).toThrow(
      expect.objectContaining({ code: 'permission_too_long' }),
    );
  });

  it('a smaller limit is kept as well', () => {
    for (const { document } of compilePermissions(keys, { ...oss, maxLength: 400 })) {
      expect(document.length).toBeLessThanOrEqual(400);
    }
  });
});
