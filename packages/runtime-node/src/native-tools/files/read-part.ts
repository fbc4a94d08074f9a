import type { JsonObject } from '@agent-home/protocol';
import type { ReadableFile } from '../project/read-files.ts';
import { binaryKind } from './binary-files.ts';
import { type LineRange, type ReadLines, readLines } from './read-lines.ts';

/** Returns lines of a file for a model, with a note if there are more; for a binary file, a description. */
export async function readPart(
  file: ReadableFile,
  range: LineRange,
  signal: AbortSignal,
): Promise<{ texts: string[]; metadata: JsonObject }> {
  const kind = await getKind(file);
  if (kind !== undefined)
    return {
      texts: [`[${file.shown} is not text: ${kind}, ${file.bytes} bytes]`],
      metadata: { bytes: file.bytes, binary: true },
    };
  const read = await readLines(file, range, signal);
  const { firstLine, lastLine, hasMore } = read;
  return {
    texts: [read.text, ...notesOn(file, read, range)],
    metadata: { bytes: file.bytes, firstLine, lastLine, hasMore },
  };
}

async function getKind(file: ReadableFile): Promise<string | undefined> {
  for await (const chunk of file.chunks(8 * 1024)) return binaryKind(chunk);
  return undefined;
}

function notesOn(file: ReadableFile, read: ReadLines, { skipBytes }: LineRange): string[] {
  if (read.text === '')
    return [file.bytes === 0 ? '[the file is empty]' : '[the file has fewer lines: use a smaller offset]'];
  if (read.isCut) {
    const next = `continue with offset ${read.lastLine} and skip_bytes ${read.readBytes}`;
    return [
      `[line ${read.lastLine} is cut: ${skipBytes === undefined ? 'the line is too long for one call' : next}]`,
    ];
  }
  return read.hasMore
    ? [`[lines ${read.firstLine} to ${read.lastLine}: continue with offset ${read.lastLine + 1}]`]
    : [];
}
