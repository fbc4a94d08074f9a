import { createHash } from 'node:crypto';
import { kindOfMedia, type Media, type MediaKind } from '@agent-home/agent-runtime/run-log';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { imageSize } from './image-size.ts';
import { mediaTypeOf } from './media-type.ts';

/** Largest file: its base64 has 5 MB, the limit of several providers for an image. */
export const largestMedia = 3_750_000;
/** Longest side of an image in pixels. */
const longestSide = 8_000;

/** Returns the kind of a file that some models take, by its beginning; undefined for other files. */
export function mediaKindOf(beginning: Buffer): MediaKind | undefined {
  const type = mediaTypeOf(beginning);
  return type && kindOfMedia({ media_type: type });
}

/**
 * Returns a file for a model.
 * @throws ToolFailure `media_invalid`, `too_large`
 */
export function createMedia(name: string, content: Buffer): Media {
  const type = mediaTypeOf(content);
  if (!type)
    throw new ToolFailure('media_invalid', `${name} is neither an image (PNG, JPEG, GIF, WebP) nor a PDF`);
  if (content.length > largestMedia)
    throw new ToolFailure(
      'too_large',
      `${name} has more than ${largestMedia} bytes, the most that a model takes: make it smaller`,
    );
  return {
    media_type: type,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    ...(type === 'application/pdf' ? {} : requireSize(name, type, content)),
    name: name.toWellFormed().slice(0, 300).toWellFormed(),
    data: content.toString('base64'),
  };
}

function requireSize(name: string, type: Media['media_type'], content: Buffer) {
  const size = imageSize(type, content);
  if (!size)
    throw new ToolFailure('media_invalid', `${name} begins as ${type}, but its header has no size: check it`);
  if (Math.max(size.width, size.height) > longestSide)
    throw new ToolFailure(
      'too_large',
      `${name} has ${size.width} × ${size.height} pixels, and a model takes at most ${longestSide} a side: make it smaller`,
    );
  return size;
}

/** Describes a file in words, for the log and for models without its kind of input. */
export function describeMedia({ name, media_type, bytes, width, height, sha256 }: Media): string {
  const size = width === undefined ? '' : `, ${width} × ${height} pixels`;
  return `[${name}: ${media_type}${size}, ${bytes} bytes, sha256 ${sha256}]`;
}
