import type { JsonValue } from '@agent-home/protocol';

type Path = readonly (string | number)[];

/** Returns a value with a member set, or removed if there is no new value. Missing parents are created. */
export function withMember(
  value: JsonValue | undefined,
  path: Path,
  member: JsonValue | undefined,
): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return member;
  if (Array.isArray(value)) {
    const index = Math.min(Number(step), value.length);
    const changed = withMember(value[index], rest, member);
    return value.toSpliced(index, 1, ...(changed === undefined ? [] : [changed]));
  }
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject && member === undefined) return value;
  if (!isObject && typeof step === 'number') return [withMember(undefined, rest, member) ?? null];
  const members = new Map(Object.entries(isObject ? value : {}));
  const changed = withMember(members.get(String(step)), rest, member);
  if (changed === undefined) members.delete(String(step));
  else members.set(String(step), changed);
  return Object.fromEntries(members);
}
