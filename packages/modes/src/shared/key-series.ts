/** Returns the id of the n-th message of one agent under one name: `name`, `name_02`, `name_03`, … to `name_99`. */
export function idInSeries(name: string, number: number): string {
  return number === 1 ? name : `${name}_${String(number).padStart(2, '0')}`;
}

/** Returns true for an id of one of the first `count` messages with this name. */
export function isAmongFirst(id: string, name: string, count: number): boolean {
  if (!id.startsWith(name)) return false;
  const tail = id.slice(name.length);
  const number = tail === '' ? 1 : /^_\d\d$/.test(tail) ? Number(tail.slice(1)) : 0;
  return number >= 1 && number <= count && idInSeries(name, number) === id;
}
