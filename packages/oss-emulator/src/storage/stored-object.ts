import { z } from 'zod';

/**
 * Metadata of an object. It is stored in the same file, after the bytes, so that metadata and bytes never come from two different
 * puts.
 */
export const storedObjectSchema = z.object({
  /** Actual key; the file's name is only its hash. */
  key: z.string(),
  type: z.enum(['Normal', 'Multipart', 'Appendable', 'Symlink']),
  size: z.number(),
  /** Upper-case hex, without quotes; for a multipart object `MD5-PARTS`. */
  etag: z.string(),
  /** Checksum of the bytes. Absent in objects stored before it was introduced. */
  crc64: z.string().optional(),
  /** Milliseconds, rounded to whole seconds as in OSS. */
  lastModified: z.number(),
  /** Lower-case names; received values, one character per byte. */
  headers: z.record(z.string(), z.string()),
  storageClass: z.string(),
  tags: z.array(z.tuple([z.string(), z.string()])),
  acl: z.enum(['default', 'private']),
  symlinkTarget: z.string().optional(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

const MAGIC = Buffer.from('AHO1');
const FOOTER_BYTES = MAGIC.length + 4;

/** Encodes the trailer that follows the object's bytes in its file: the record as JSON, its length, a marker. */
export function encodeTrailer(record: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MAGIC]);
}

/** Returns the length of the trailer in bytes, from the last bytes of a file; throws for a file in another format. */
export function trailerLength(tail: Buffer): number {
  const footer = tail.subarray(-FOOTER_BYTES);
  if (footer.length < FOOTER_BYTES || !footer.subarray(4).equals(MAGIC)) {
    throw new Error('not an object file of the OSS emulator');
  }
  return footer.readUInt32BE(0) + FOOTER_BYTES;
}

/** `trailer` holds exactly the trailer. */
export function decodeTrailer(trailer: Buffer): unknown {
  return JSON.parse(trailer.subarray(0, -FOOTER_BYTES).toString('utf8'));
}
