import { versionSchema } from '../contracts/spec-fields.ts';

/** A name as definitions refer to it: `careful`, or one version of it, `careful@1.2.0`. */
export interface SpecReference {
  name: string;
  /** Version as returned by `plainVersion`; absent for the newest release. */
  version: string | undefined;
}

/** Parses a reference. The part after the last `@` is the version if it has the form of one. */
export function parseSpecReference(written: string): SpecReference {
  const at = written.lastIndexOf('@');
  const version = at < 0 ? undefined : plainVersion(written.slice(at + 1));
  return version === undefined ? { name: written, version } : { name: written.slice(0, at), version };
}

/** Returns `1.2.0` for `v1.2.0`, which is the same version; undefined for an invalid version (S0-30). */
export function plainVersion(written: string): string | undefined {
  return versionSchema.safeParse(written).success ? written.replace(/^v/, '') : undefined;
}

/** Returns true for a version that is chosen by default: `1.2.0-rc.1` is not. */
export function isRelease(version: string): boolean {
  return !version.includes('-');
}

/**
 * Compares two versions as Semantic Versioning does: numbers by value, prereleases before their release, word
 * by word, numbers before words.
 */
export function compareVersions(one: string, other: string): number {
  const [numbers, tail] = collectParts(one);
  const [otherNumbers, otherTail] = collectParts(other);
  return (
    compareWords(numbers, otherNumbers) ||
    Number(tail.length === 0) - Number(otherTail.length === 0) ||
    compareWords(tail, otherTail)
  );
}

/** Returns the newest release, or undefined if there is none. */
export function newestRelease(versions: readonly string[]): string | undefined {
  return versions.filter(isRelease).toSorted(compareVersions).at(-1);
}

function collectParts(version: string): [numbers: string[], tail: string[]] {
  const at = version.indexOf('-');
  const [numbers, tail] = at < 0 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
  return [numbers.split('.'), tail === undefined ? [] : tail.split('.')];
}

function compareWords(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const order = compareWord(one[index], other[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares two words; a missing one comes first. Numbers may exceed the safe integers. */
function compareWord(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) {
    const [a, b] = [BigInt(one), BigInt(other)];
    return a < b ? -1 : Number(a > b);
  }
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}
