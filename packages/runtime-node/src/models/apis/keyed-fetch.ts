/**
 * Removes the header of the key if there is no key. The packages of providers would otherwise read a key from the environment,
 * which the settings did not choose for this address.
 */
export function keyedFetch(
  fetch: typeof globalThis.fetch,
  { key, header }: { key: string | undefined; header: string },
): typeof globalThis.fetch {
  if (key) return fetch;
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(header);
    return fetch(input, { ...init, headers });
  };
}
