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
    .describe('Text to replace, copied exactly from the file, with enough context to occur once.'),
  new_text: z.string().describe('Replacement; empty to remove the text.'),
  replace_all: z.boolean().default(false).describe('Replace every occurrence instead of one.'),
});
type Edit = z.infer<typeof editFileArguments>;

export function editFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file of the project. The text has to occur exactly once unless replace_all is set.',
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
  edit: Edit,
): Promise<{ before: string; after: Buffer; count: number }> {
  const bytes = await readingFile(project, edit.path, async (file) => {
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
    throw new ToolFailure('not_text', `${edit.path} is not UTF-8 text, so it cannot be edited`);
  const { text, count } = replaceText(bytes.toString(), edit);
  const after = Buffer.from(text);
  if (after.length > maximumChangedBytes)
    throw new ToolFailure(
      'too_large',
      `${edit.path} would exceed ${maximumChangedBytes} bytes: split the content into several files`,
    );
  return { before: sha256(bytes), after, count };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
