import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { fingerprint, removeFile } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { recordedChange, settleChange } from './recorded-change.ts';

const deleteFileArguments = z.strictObject({ path: pathSchema });

export function deleteFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'delete_file',
    description: 'Deletes one file of the project, not a folder. The file cannot be restored.',
    arguments: deleteFileArguments,
    aliases: ['remove_file'],
    risk: 'high',
    sideEffects: true,
    idempotent: false,
    timeoutMs: 30_000,
    prepare: async ({ path }) => ({ before: await identifyPath(project, path), after: null }),
    settle: ({ path }, { call }) => settleChange(project, path, call),
    act: async ({ path }, { call }) => {
      const before = recordedChange(call)?.before ?? (await identifyPath(project, path));
      await removeFile(project, path, before);
      return succeeded([`${path}: deleted`]);
    },
  });
}

async function identifyPath(project: ProjectFolder, path: string): Promise<string> {
  const found = await fingerprint(project, path);
  if (found === null) throw new ToolFailure('not_found', `${path} does not exist: find the path with glob`);
  return found;
}
