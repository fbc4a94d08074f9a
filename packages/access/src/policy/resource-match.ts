import type { PolicyDialect } from './policy-document.ts';
import { parseRamResourceName, parseS3ResourceName } from './resource-name.ts';
import { matchesWildcard } from './wildcard.ts';

/** A segment's wildcard stays inside its segment: `acs:oss:*:*:x` never reaches into the bucket name. */
function ramResourceMatches(pattern: string, resource: string): boolean {
  const wanted = parseRamResourceName(pattern);
  const given = parseRamResourceName(resource);
  if (wanted === undefined || given === undefined) return false;
  return (
    wanted.service === given.service &&
    matchesWildcard(wanted.region, given.region) &&
    matchesWildcard(wanted.account, given.account) &&
    matchesWildcard(wanted.relativeId, given.relativeId)
  );
}

/** Normalizes a path: `a//b`, `a/./b` and `a/b/` become `a/b`, `a/x/../b` becomes `a/b`. */
function cleanPath(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') kept.pop();
    else kept.push(segment);
  }
  return kept.join('/');
}

/**
 * True if an S3 pattern matches. MinIO names a bucket `bucket/`, so `bucket/*` grants bucket actions too. It also accepts a request
 * whose cleaned path equals the pattern: permission to put `k` includes `k/`.
 */
function s3ResourceMatches(pattern: string, resource: string): boolean {
  const wanted = parseS3ResourceName(pattern);
  const given = parseS3ResourceName(resource);
  if (wanted === undefined || given === undefined) return false;
  const asked = given.includes('/') ? given : `${given}/`;
  return matchesWildcard(wanted, asked) || cleanPath(asked) === wanted;
}

/** Returns true if a statement's resource pattern covers the resource of a request. Always case-sensitive. */
export function resourceMatches(dialect: PolicyDialect, pattern: string, resource: string): boolean {
  if (pattern === '*') return true;
  return dialect === 'oss' ? ramResourceMatches(pattern, resource) : s3ResourceMatches(pattern, resource);
}
