import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { replaceFile } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { maximumChangedBytes } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { readText } from './read-text.ts';
import { recordedChange, settleChange } from './recorded-change.ts';
import { replaceText } from './replace-text.ts';

const oldText = z
  .string()
  .min(1)
  .describe('Text to replace, copied exactly from the file, with enough context to occur once.');
const newText = z.string().describe('Replacement; empty to remove the text.');
const replaceAll = z.boolean().default(false).describe('Replace every occurrence instead of one.');

const maximumEdits = 50;

// Some providers refuse a schema with `oneOf` at its top, so the choice between the two forms is checked here.
export const editFileArguments = z
  .strictObject({
    path: pathSchema,
    old_text: oldText.optional(),
    new_text: newText.optional(),
    replace_all: replaceAll,
    edits: z
      .array(z.strictObject({ old_text: oldText, new_text: newText, replace_all: replaceAll }))
      .min(1)
      .max(maximumEdits)
      .optional()
      .describe(
        'Several edits in place of old_text and new_text, each made in the result of the one before.',
      ),
  })
  .transform(({ path, edits, old_text, new_text, replace_all }, context) => {
    if (edits === undefined && old_text !== undefined && new_text !== undefined)
      return { path, edits: [{ old_text, new_text, replace_all }], isList: false };
    if (edits !== undefined && old_text === undefined && new_text === undefined && !replace_all)
      return { path, edits, isList: true };
    context.addIssue({
      code: 'custom',
      message: edits === undefined ? 'set old_text and new_text, or edits' : onlyEdits,
    });
    return z.NEVER;
  });
type FileEdit = z.infer<typeof editFileArguments>;

const onlyEdits = 'set old_text, new_text and replace_all in each of the edits, not next to edits';

export function editFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file of the project, or several texts by edits: all of them or none. Each text has to occur exactly once unless replace_all is set.',
    arguments: editFileArguments,
    risk: 'low',
    sideEffects: true,
    idempotent: false,
    timeoutMs: 30_000,
    prepare: async (edit) => {
      const { before, after } = await edited(project, edit);
      return { before, after: sha256(after) };
    },
    settle: ({ path }, { call }) => settleChange(project, path, call),
    act: async (edit, { call }) => {
      const { before, after, count } = await edited(project, edit);
      const recorded = recordedChange(call);
      if (recorded !== undefined && recorded.before !== before)
        throw new ToolFailure(
          'already_changed',
          `${edit.path} changed after it was read: read it again before you edit it`,
        );
      await replaceFile(project, { path: edit.path, content: after, before, key: call.idempotencyKey });
      return succeeded([`${edit.path}: ${count} ${count === 1 ? 'place' : 'places'} changed`], {
        places: count,
      });
    },
  });
}

async function edited(
  project: ProjectFolder,
  edit: FileEdit,
): Promise<{ before: string; after: Buffer; count: number }> {
  const bytes = await readText(project, edit.path);
  const { text, count } = changedText(bytes.toString(), edit);
  const after = Buffer.from(text);
  if (after.length > maximumChangedBytes)
    throw new ToolFailure(
      'too_large',
      `${edit.path} would exceed ${maximumChangedBytes} bytes: split the content into several files`,
    );
  return { before: sha256(bytes), after, count };
}

/** Applies each edit to the result of the one before. @throws ToolFailure that names the failing edit of a list */
export function changedText(original: string, { edits, isList }: FileEdit): { text: string; count: number } {
  let text = original;
  let count = 0;
  for (const [index, edit] of edits.entries())
    try {
      const replaced = replaceText(text, edit);
      text = replaced.text;
      count += replaced.count;
    } catch (error) {
      if (!isList || !(error instanceof ToolFailure)) throw error;
      throw new ToolFailure(error.code, `edits[${index}]: ${error.message}; no edit was made`);
    }
  return { text, count };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
