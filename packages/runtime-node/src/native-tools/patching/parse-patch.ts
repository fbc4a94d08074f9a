import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** Changes of one file in a patch. */
export interface FilePatch {
  path: string;
  creates: boolean;
  hunks: readonly StructuredPatchHunk[];
}

const maximumFiles = 50;
const hunkHeader = /^@@ -\d{1,9}(,\d{1,9})? \+\d{1,9}(,\d{1,9})? @@/;
/** Lines between hunks that have a meaning or none for every program. */
const betweenHunks =
  /^\s*$|^(--- |\+\+\+ |diff --git |index |Index: |={3,}|(new|deleted) file mode |(old|new) mode |(dis)?similarity index |(rename|copy) (from|to) |Binary files )/;

/**
 * Parses a unified diff that creates and changes text files. Stricter than the library, which skips lines that it does not know: a
 * patch is never applied in part.
 * @throws ToolFailure `invalid_patch`
 */
export function parseFilePatches(text: string): FilePatch[] {
  const lines = text.split('\n');
  for (const [index, line] of lines.entries())
    if (line.startsWith('@@') && !hunkHeader.test(line))
      throw invalid(`line ${index + 1}: a hunk has to begin like "@@ -1,3 +1,4 @@"`);
  const parsed = parseUnifiedDiff(text);
  requireKnownLines(
    lines,
    parsed.flatMap(({ hunks }) => hunks),
  );
  if (parsed.length > maximumFiles)
    throw invalid(`the patch has more than ${maximumFiles} files: split it into several calls`);
  return parsed.map(readFilePatch);
}

function parseUnifiedDiff(text: string): StructuredPatch[] {
  let parsed: StructuredPatch[];
  try {
    parsed = parsePatch(text);
  } catch (error) {
    throw invalid(
      `${error instanceof Error ? error.message : 'it cannot be read'}; check the line counts between @@ and the first character of each line`,
    );
  }
  if (parsed.every(({ hunks }) => hunks.length === 0))
    throw invalid(
      'it has no hunk: write a unified diff with "--- a/FILE", "+++ b/FILE" and "@@ -1,3 +1,4 @@"',
    );
  return parsed;
}

/** Rejects a line outside of the hunks that is none of a diff, such as a line of a hunk beyond its counts. */
function requireKnownLines(lines: readonly string[], hunks: readonly StructuredPatchHunk[]): void {
  let hunk = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('@@')) {
      at += hunks[hunk]?.lines.length ?? 0;
      hunk += 1;
    } else if (!betweenHunks.test(line))
      throw invalid(
        `line ${at + 1} belongs to no hunk (${quote(line)}): check the line counts between @@, and remove other text`,
      );
  }
}

function readFilePatch(patch: StructuredPatch): FilePatch {
  const { oldFileName: from, newFileName: to, hunks, oldMode, newMode } = patch;
  if (from === undefined || to === undefined)
    throw invalid('a hunk has no file: write "--- a/FILE" and "+++ b/FILE" before it');
  const [before, after] = withoutPrefixes(from, to);
  const shown = after === nothing ? before : after;
  if (patch.isDelete || after === nothing)
    throw invalid(`it deletes ${shown}: take the file out of the patch and call delete_file`);
  const creates = before === nothing;
  if (patch.isRename || patch.isCopy || (!creates && before !== after))
    throw invalid(
      `it renames ${before} to ${after}: create the new file and call delete_file for the old one`,
    );
  if (patch.isBinary) throw invalid(`${shown} is binary: only text files can be patched`);
  if (oldMode !== undefined || (newMode !== undefined && newMode !== '100644'))
    throw invalid(`it sets the mode of ${shown}: remove the lines with modes`);
  if (hunks.length === 0) throw invalid(`${shown} has no hunk`);
  return { path: after, creates, hunks };
}

const nothing = '/dev/null';

/** Removes the prefixes `a/` and `b/` where both are there, as git writes them. */
function withoutPrefixes(from: string, to: string): [string, string] {
  const hasPrefixes = (from === nothing || from.startsWith('a/')) && (to === nothing || to.startsWith('b/'));
  const plain = (name: string) => (name === nothing || !hasPrefixes ? name : name.slice(2));
  return [plain(from), plain(to)];
}

function invalid(why: string): ToolFailure {
  return new ToolFailure('invalid_patch', `the patch is not valid, so nothing was changed: ${why}`);
}

/** Quotes a line for a message. */
export function quote(line: string): string {
  return JSON.stringify(line.length > 200 ? `${line.slice(0, 200)}…` : line);
}
