import { describe, expect, it } from 'vitest';
import { resourceMatches } from './resource-match.ts';

describe('a resource', () => {
  it.each([
    ['oss', 'acs:oss:*:*:b/*', 'acs:oss:r:a:b/k', true],
    ['oss', 'acs:oss:*:*:*', 'acs:ram:r:a:role/x', false],
    ['oss', 'acs:ram:*:*:role/*', 'acs:ram:r:a:role/x', true],
    ['oss', 'acs:ram:*:*:*', 'acs:oss:r:a:b/k', false],
    ['oss', 'acs:oss:r1:*:b/*', 'acs:oss:r2:a:b/k', false],
    ['oss', 'acs:oss:*:a1:b/*', 'acs:oss:r:a2:b/k', false],
    ['oss', 'acs:oss:*:*:*', 'b/k', false],
    ['oss', 'acs:oss:*:*:*', 'arn:aws:s3:::b/k', false],
    ['oss', 'b/*', 'acs:oss:r:a:b/k', false],
    ['s3', 'arn:aws:s3:::*', 'arn:aws:s3:::b/k', true],
    ['s3', 'arn:aws:s3:::*', 'acs:oss:r:a:b/k', false],
    ['s3', 'arn:aws:s3:::*', 'arn:aws:s3:::/b', false],
    ['s3', 'b/*', 'arn:aws:s3:::b/k', false],
  ] as const)('dialect %s: %s covers %s: %s', (dialect, pattern, resource, expected) => {
    expect(resourceMatches(dialect, pattern, resource)).toBe(expected);
  });
});
