/** Texts in the encoding of stores, and limits on the size and time of a response in tests. */
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);
export const PATIENCE = { maxBytes: 16 * 1024 * 1024, timeoutMs: 15_000 };
