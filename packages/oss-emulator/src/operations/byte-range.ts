import { OssError } from '../http/oss-error.ts';

/**
 * Returns the part of an object that a Range header selects; `undefined` for all of it. OSS responds to an
 * unsatisfiable range with the whole object, unless the client requested `standard` behaviour.
 */
export function selectByteRange(
  range: string | undefined,
  size: number,
  standard: boolean,
): { start: number; end: number } | undefined {
  if (range === undefined) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;

  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Number(last);
  const satisfiable = start <= end && start < size;
  if (satisfiable && (end < size || standard)) return { start, end: Math.min(end, size - 1) };
  if (!satisfiable && standard && start >= size) {
    throw new OssError('InvalidRange', { headers: { 'content-range': `bytes */${size}` } });
  }
  return undefined;
}
