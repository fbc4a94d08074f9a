import type { ResultCache } from '../../../infra/checks/result-cache.ts';
import { checkFragment, type Finding, type RuleName } from './check-fragment.ts';
import { getPackage } from './files.ts';
import { readFragments } from './read-fragments.ts';

export interface Violation {
  file: string;
  line: number;
  column: number;
  packageName: string;
  rule: RuleName;
  message: string;
}

function findAll(file: string, source: string): Finding[] {
  return readFragments(file, source).flatMap(checkFragment);
}

/** Returns the violations of one file, with lines and columns counted from 1. */
export function checkFile(file: string, source: string, cache?: ResultCache<Finding[]>): Violation[] {
  const find = () => findAll(file, source);
  const findings = cache ? cache.read(file, source, find) : find();
  return findings.map(({ offset, rule, message }) => {
    const before = source.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    return { file, line, column, packageName: getPackage(file), rule, message };
  });
}

export function formatViolation({ file, line, column, rule, message }: Violation): string {
  return `${file}:${line}:${column} ${rule}: ${message}`;
}
