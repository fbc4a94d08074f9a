import type { PolicyDialect } from './policy-document.ts';
import { matchesWildcard } from './wildcard.ts';

/** RAM ignores the case of actions; MinIO compares them as written. */
export function actionMatches(dialect: PolicyDialect, pattern: string, action: string): boolean {
  return dialect === 'oss'
    ? matchesWildcard(pattern.toLowerCase(), action.toLowerCase())
    : matchesWildcard(pattern, action);
}
