import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { readingFile } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { readMedia } from './read-media.ts';
import { readPart } from './read-part.ts';

/** Limit of the content: the outcome's limit, less space for a note. */
const maximumBytes = 240 * 1024;

const readFileArguments = z.strictObject({
  path: pathSchema,
  offset: z.int().min(1).max(100_000_000).default(1).describe('First line to read, from 1.'),
  skip_bytes: z
    .int()
    .min(0)
    .max(64 * 1024 * 1024)
    .default(0)
    .describe('Bytes of the first line to skip, for a line that was cut.'),
  limit: z.int().min(1).max(20_000).default(2_000).describe('Maximum number of lines to read.'),
});

export function readFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'read_file',
    description:
      'Reads lines of a text file of the project. A long file is cut; the result names the offset of the next part. Images (PNG, JPEG, GIF, WebP) and PDFs are shown to models that take them; other binary files are described.',
    arguments: readFileArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 30_000,
    act: ({ path, offset, skip_bytes: skipBytes, limit }, { signal, accepts = [] }) =>
      readingFile(project, path, async (file) => {
        const media = await readMedia(file, accepts, signal);
        if (media) return media;
        const { texts, metadata } = await readPart(file, { offset, skipBytes, limit, maximumBytes }, signal);
        return succeeded(texts, metadata);
      }),
  });
}
