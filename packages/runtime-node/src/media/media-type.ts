import type { Media } from '@agent-home/agent-runtime/run-log';

type MediaType = Media['media_type'];

const signatures: readonly { type: MediaType; at: number; begins: string }[] = [
  { type: 'image/png', at: 0, begins: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', at: 0, begins: '\xff\xd8\xff' },
  { type: 'image/gif', at: 0, begins: 'GIF87a' },
  { type: 'image/gif', at: 0, begins: 'GIF89a' },
  { type: 'image/webp', at: 8, begins: 'WEBP' },
  { type: 'application/pdf', at: 0, begins: '%PDF-' },
];

/** Returns the type of a file by its first 16 bytes, never by its name; undefined for other files. */
export function mediaTypeOf(beginning: Buffer): MediaType | undefined {
  const text = beginning.toString('latin1', 0, 16);
  const found = signatures.find(({ at, begins }) => text.startsWith(begins, at));
  return found?.type === 'image/webp' && !text.startsWith('RIFF') ? undefined : found?.type;
}
