/** Texts as stores keep them, and how long and how much of an answer a test waits for. */
export const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
export const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);
export const PATIENCE = { maxBytes: 16 * 1024 * 1024, timeoutMs: 15_000 };
