import { isContinuation } from '../../outcomes/bounded-text.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { wholeCharactersBefore } from '../../processes/bounded-output.ts';
import type { ReadableFile } from '../project/read-files.ts';

export interface LineRange {
  /** The first line that is wanted, from 1. */
  offset: number;
  /** Limit of lines. */
  limit: number;
  /** Bytes of the first line to skip, for a tool that continues inside a line; absent for one that cannot. */
  skipBytes?: number;
  maximumBytes: number;
}

export interface ReadLines {
  text: string;
  firstLine: number;
  lastLine: number;
  /** True if the file continues after the last line that was read. */
  hasMore: boolean;
  /** True if the last line was cut because it exceeds the limit by itself. */
  isCut: boolean;
  /** Bytes of the last line that were read or skipped: the offset at which to continue in a cut line. */
  readBytes: number;
}

/** Limit up to which lines of a file are counted; beyond it, use a shell. */
const maximumScannedBytes = 64 * 1024 * 1024;
const lineFeed = 10;

/** @throws ToolFailure `too_large` if the lines begin too far into the file */
export async function readLines(
  file: ReadableFile,
  range: LineRange,
  signal: AbortSignal,
): Promise<ReadLines> {
  const endLine = range.offset + range.limit;
  const pieces: Buffer[] = [];
  let kept = 0;
  let line = 1;
  let toSkip = range.skipBytes ?? 0;
  let ofLine = 0;
  let scanned = 0;
  let hasMore = false;
  scan: for await (const chunk of file.chunks(maximumScannedBytes, signal)) {
    scanned += chunk.length;
    let from = 0;
    while (from < chunk.length) {
      if (line >= endLine || kept >= range.maximumBytes) {
        hasMore = true;
        break scan;
      }
      const found = chunk.indexOf(lineFeed, from);
      const to = found === -1 ? chunk.length : found + 1;
      if (line === range.offset && toSkip > 0 && from < to) {
        const skipped = Math.min(toSkip, to - from);
        toSkip -= skipped;
        ofLine += skipped;
        from += skipped;
        // The rest of a split character belongs to the skipped part.
        while (toSkip === 0 && from < to && isContinuation(chunk[from])) {
          from += 1;
          ofLine += 1;
        }
      }
      if (line >= range.offset && from < to) {
        const piece = chunk.subarray(from, Math.min(to, from + range.maximumBytes - kept));
        pieces.push(Buffer.from(piece));
        kept += piece.length;
        ofLine += piece.length;
        if (piece.length < to - from) {
          hasMore = true;
          break scan;
        }
      }
      if (found !== -1) {
        if (line === range.offset) toSkip = 0;
        line += 1;
        ofLine = 0;
      }
      from = to;
    }
  }
  if (kept === 0 && scanned >= maximumScannedBytes)
    throw new ToolFailure(
      'too_large',
      `${file.shown}: line ${range.offset} is beyond the part that can be read: use a smaller offset`,
    );
  const bytes = Buffer.concat(pieces);
  const endsWithLine = bytes.at(-1) === lineFeed;
  const isCut = hasMore && !endsWithLine;
  const text = isCut ? wholeCharactersBefore(bytes) : bytes.toString();
  const dropped = isCut ? Math.max(0, bytes.length - Buffer.byteLength(text)) : 0;
  return {
    text,
    firstLine: range.offset,
    lastLine: Math.max(range.offset, endsWithLine ? line - 1 : line),
    hasMore,
    isCut,
    readBytes: ofLine - dropped,
  };
}
