/** Number of ids ahead at which an agent may write if a mode does not name one exact id. */
const idWindow = 4;

/** Returns `000001`, `000002`, …; the text order equals the numeric order. */
export function numberedId(number: number, prefix = ''): string {
  return `${prefix}${String(number).padStart(6, '0')}`;
}

/** Returns the number in an id, or `undefined` for any other text; each number has exactly one id. */
export function numberOfId(id: string, prefix = ''): number | undefined {
  const digits = id.startsWith(prefix) ? id.slice(prefix.length) : '';
  const number = /^\d{6,15}$/.test(digits) ? Number(digits) : 0;
  return number > 0 && numberedId(number, prefix) === id ? number : undefined;
}

export function nextIds(last: number, prefix = ''): { id: string }[] {
  return Array.from({ length: idWindow }, (_, index) => ({ id: numberedId(last + 1 + index, prefix) }));
}

/** Prefix of request ids, which are numbered too; it distinguishes them from message ids. */
export const requestPrefix = 'r';
