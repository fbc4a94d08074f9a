import { z } from 'zod';

/**
 * Metadata of an object. It is stored in the same file as the bytes, behind them, so that metadata and bytes
 * never come from two different puts.
 */
export const storedObjectSchema = z.object({
  /** The true key; the file's name is only its hash. */
  key: z.string(),
  type: z.enum(['Normal', 'Multipart', 'Appendable', 'Symlink']),
  size: z.number(),
  /** Upper-case hex, without quotes; for a multipart object `MD5-PARTS`. */
  etag: z.string(),
  /** Checksum of the bytes. Absent in objects stored before it was introduced. */
  crc64: z.string().optional(),
  /** Milliseconds, whole seconds as OSS keeps them. */
  lastModified: z.number(),
  /** Lower-case names; values one character per byte, as they came. */
  headers: z.record(z.string(), z.string()),
  storageClass: z.string(),
  tags: z.array(z.tuple([z.string(), z.string()])),
  acl: z.enum(['default', 'private']),
  symlinkTarget: z.string().optional(),
});
export type StoredObject = z.infer<typeof storedObjectSchema>;

const MAGIC = Buffer.from('AHO1');
const FOOTER_BYTES = MAGIC.length + 4;

/** Follows the object's bytes in its file: the record as JSON, its length, a mark. */
export function encodeTrailer(record: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([json, length, MAGIC]);
}

/** Length of the trailer in bytes, from the last bytes of a file; throws on a file that is not ours. */
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
