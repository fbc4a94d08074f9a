/** Returns true if a name matches a pattern in which `*` is any text, also an empty one. Linear for all inputs. */
export function fitsGlob(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first)) return false;
  let position = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return name.length - position >= last.length && name.endsWith(last);
}
