import { isUtf8 } from 'node:buffer';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { maximumChangedBytes, readingFile } from '../project/read-files.ts';

/** Reads a whole text file that is to be changed. @throws ToolFailure `too_large`, `not_text` and those of paths */
export async function readText(project: ProjectFolder, path: string): Promise<Buffer> {
  const bytes = await readingFile(project, path, async (file) => {
    if (file.bytes > maximumChangedBytes)
      throw new ToolFailure(
        'too_large',
        `${file.shown} has more than ${maximumChangedBytes} bytes, the limit for edits`,
      );
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(maximumChangedBytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new ToolFailure('not_text', `${path} is not UTF-8 text, so it cannot be edited`);
  return bytes;
}
