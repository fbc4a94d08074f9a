import type { JsonObject } from '@agent-home/protocol';
import { createTwoFilesPatch } from 'diff';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { changedText, editFileArguments } from '../files/edit-file.ts';
import { readText } from '../files/read-text.ts';
import { writeFileArguments } from '../files/write-file.ts';
import { applyPatchArguments } from '../patching/apply-patch.ts';
import { parseFilePatches } from '../patching/parse-patch.ts';
import { ProjectFolder } from '../project/project-folder.ts';

/** Change that a call would make now, for a person who decides on it. */
export interface FileChange {
  /** Unified diff, complete. */
  diff: string;
  /** Arguments that the diff shows completely. */
  shown: readonly string[];
}

/** Larger texts are compared line by line for too long; the arguments are shown instead. */
const maximumCharacters = 400_000;
const maximumEditMs = 1_000;

/**
 * Describes the change of files by `write_file`, `edit_file` or `apply_patch`. Returns undefined for other calls and for a change that cannot be
 * made or compared: then the arguments are the description.
 * @param folder absolute path of the project
 */
export async function describeFileChange(
  folder: string,
  { tool, arguments: given }: { tool: string; arguments: JsonObject },
): Promise<FileChange | undefined> {
  const project = new ProjectFolder({ folder });
  try {
    if (tool === 'write_file') {
      const { path, content } = writeFileArguments.parse(given);
      return unifiedDiff(path, await currentText(project, path), content, ['content']);
    }
    if (tool === 'apply_patch') {
      const { patch } = applyPatchArguments.parse(given);
      // The text itself: a diff of the files would hide what the patch says about them.
      return parseFilePatches(patch).length === 0 ? undefined : { diff: patch, shown: ['patch'] };
    }
    if (tool !== 'edit_file') return undefined;
    const edit = editFileArguments.parse(given);
    const before = (await readText(project, edit.path)).toString();
    const shown = ['old_text', 'new_text', 'edits'];
    return unifiedDiff(edit.path, before, changedText(before, edit).text, shown);
  } catch {
    return undefined;
  }
}

/** Returns undefined for a file that does not exist. */
async function currentText(project: ProjectFolder, path: string): Promise<string | undefined> {
  try {
    return (await readText(project, path)).toString();
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'not_found') return undefined;
    throw error;
  }
}

function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string,
  shown: readonly string[],
): FileChange | undefined {
  if ((before ?? '').length + after.length > maximumCharacters) return undefined;
  const from = before === undefined ? '/dev/null' : `a/${path}`;
  const diff = createTwoFilesPatch(from, `b/${path}`, before ?? '', after, undefined, undefined, {
    context: 3,
    timeout: maximumEditMs,
  });
  // The first line is a separator of the library, which no patch has.
  return diff === undefined ? undefined : { diff: diff.replace(/^=+\n/, ''), shown };
}
