import { sha256Hex } from '@agent-home/protocol';
import { z } from 'zod';

/** Types of files that a model may take in addition to text. */
export const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const;

/** Kinds of input of a model, as its settings declare them. */
export const mediaKinds = ['image', 'pdf'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** File that a model reads: an image or a PDF. Prompts are hashed with its hash in place of its bytes, so both are compared here. */
export const mediaSchema = z
  .strictObject({
    media_type: z.enum(mediaTypes),
    /** SHA-256 of the bytes, lowercase hex. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.int().min(1),
    /** Pixels of an image. */
    width: z.int().min(1).exactOptional(),
    height: z.int().min(1).exactOptional(),
    /** Name for the model. */
    name: z.string().max(300),
    /** Bytes in base64. */
    data: z.string(),
  })
  .refine(({ data, bytes, sha256 }) => {
    const content = decode(data);
    return content?.length === bytes && sha256Hex(content) === sha256;
  }, 'the bytes are not those of the hash');
export type Media = z.infer<typeof mediaSchema>;

export function kindOfMedia({ media_type }: Pick<Media, 'media_type'>): MediaKind {
  return media_type === 'application/pdf' ? 'pdf' : 'image';
}

function decode(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return bytes;
  } catch {
    return undefined;
  }
}
