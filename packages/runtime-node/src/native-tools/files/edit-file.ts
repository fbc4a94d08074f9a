import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { replaceFile } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { maximumChangedBytes, readingFile } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { recordedChange, settleChange } from './recorded-change.ts';
import { replaceText } from './replace-text.ts';

const editFileArguments = z.strictObject({
  path: pathSchema,
  old_text: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as it stands in the file, with enough around it to occur once.'),
  new_text: z.string().describe('What stands there afterwards; empty to remove the text.'),
  replace_all: z.boolean().default(false).describe('Whether every occurrence is replaced, and not only one.'),
});
type Edit = z.infer<typeof editFileArguments>;

export function editFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file of the project. The text has to occur exactly once, unless all occurrences are to be replaced.',
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
          `${edit.path} was changed meanwhile: read it again, then decide`,
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
  edit: Edit,
): Promise<{ before: string; after: Buffer; count: number }> {
  const bytes = await readingFile(project, edit.path, async (file) => {
    if (file.bytes > maximumChangedBytes)
      throw new ToolFailure('too_large', `${file.shown} has more than ${maximumChangedBytes} bytes`);
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(maximumChangedBytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  });
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new ToolFailure('not_text', `${edit.path} is no text in UTF-8, and is not changed`);
  const { text, count } = replaceText(bytes.toString(), edit);
  const after = Buffer.from(text);
  if (after.length > maximumChangedBytes)
    throw new ToolFailure('too_large', `${edit.path} would have more than ${maximumChangedBytes} bytes`);
  return { before: sha256(bytes), after, count };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
