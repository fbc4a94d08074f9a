import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { readingFile } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { readPart } from './read-part.ts';

const maximumBytes = 220 * 1024;
const maximumLines = 2_000;

const readManyFilesArguments = z.strictObject({
  paths: z.array(pathSchema).min(1).max(50).describe('Paths of the files, as glob returns them.'),
});

export function readManyFilesTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'read_many_files',
    description:
      'Reads the beginnings of several text files of the project, each below a line with its path. An unreadable file is reported in its place.',
    arguments: readManyFilesArguments,
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 60_000,
    act: async ({ paths }, { signal }) => {
      const texts: string[] = [];
      let unread = 0;
      // Divides the size of one response equally, so that the last file is read like the first.
      const range = { offset: 1, limit: maximumLines, maximumBytes: Math.floor(maximumBytes / paths.length) };
      for (const path of paths) {
        const { text, isRead } = await readOne(project, path, range, signal);
        texts.push(`=== ${path} ===\n${text}`);
        if (!isRead) unread += 1;
      }
      return succeeded(texts, { files: paths.length - unread, unread });
    },
  });
}

async function readOne(
  project: ProjectFolder,
  path: string,
  range: { offset: number; limit: number; maximumBytes: number },
  signal: AbortSignal,
): Promise<{ text: string; isRead: boolean }> {
  try {
    const { texts } = await readingFile(project, path, (file) => readPart(file, range, signal));
    return { text: texts.join('\n'), isRead: true };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { text: `[${error.code}: ${error.message}]`, isRead: false };
  }
}
