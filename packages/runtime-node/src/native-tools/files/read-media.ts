import type { ToolOutcome } from '@agent-home/agent-runtime';
import type { MediaKind } from '@agent-home/agent-runtime/run-log';
import { createMedia, describeMedia, largestMedia, mediaKindOf } from '../../media/create-media.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ReadableFile } from '../project/read-files.ts';

/**
 * Reads an image or a PDF for a model that takes it.
 * @returns undefined for any other file
 * @throws ToolFailure `media_not_accepted`, `media_invalid`, `too_large`
 */
export async function readMedia(
  file: ReadableFile,
  accepts: readonly MediaKind[],
  signal: AbortSignal,
): Promise<ToolOutcome | undefined> {
  const kind = mediaKindOf(await read(file, 16, signal));
  if (kind === undefined) return undefined;
  if (!accepts.includes(kind))
    throw new ToolFailure(
      'media_not_accepted',
      `${file.shown} is ${kind === 'pdf' ? 'a PDF' : 'an image'}, and your model takes none: do the task without it, or let the user add "${kind}" to models.NAME.input in the settings if the model takes it`,
    );
  // One byte more, so that a larger file is recognized without reading all of it.
  const media = createMedia(file.shown, await read(file, largestMedia + 1, signal));
  const { data: _, name: __, ...metadata } = media;
  return { ...succeeded([describeMedia(media)], metadata), media: [media] };
}

async function read(file: ReadableFile, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks(bytes, signal)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
