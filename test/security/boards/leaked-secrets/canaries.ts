/** Values that are nowhere else, each for one way into this program. */
export const canaries = {
  variable: 'canary-Variable/7f"3a+c9Zq=',
  file: 'canary-File\\52e1%41bd0xYw',
  command: 'canary-Command-9d2c64e8Kp',
  model: 'canary-Model-11ab7720fe9Lm',
  server: 'canary-Server-c3d95b0e42Rt',
  header: 'canary-Header-6e0f18a7d3Vs',
} as const;

/** The same in the encodings that are searched for, and their middles: a part that is left over counts as well. */
export function tracesOf(canary: string): string[] {
  const middle = canary.slice(9);
  const bytes = Buffer.from(canary);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const written = Buffer.concat([Buffer.alloc(offset, 'x'), bytes, Buffer.from('yyy')]);
    return (['base64', 'base64url'] as const).map((form) => written.toString(form).slice(8, 28));
  });
  const hex = bytes.toString('hex').slice(8, 36);
  return [
    middle,
    JSON.stringify(middle).slice(1, -1),
    JSON.stringify(JSON.stringify(middle).slice(1, -1)).slice(1, -1),
    encodeURIComponent(middle),
    hex,
    hex.toUpperCase(),
    ...base64,
  ];
}

/** Where a text has one. */
export function findCanaries(text: string): string[] {
  return Object.entries(canaries).flatMap(([name, canary]) =>
    tracesOf(canary).some((trace) => text.includes(trace)) ? [name] : [],
  );
}
