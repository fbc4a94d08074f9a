import { createHash } from 'node:crypto';
import type { Settlement } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { fingerprint, replaceFile } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { maximumChangedBytes } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { pathSchema } from '../tool/schemas.ts';
import { recordedChange, settleChange } from './recorded-change.ts';

export const writeFileArguments = z.strictObject({
  path: pathSchema,
  content: z.string().describe('Complete content of the file.'),
});

export function writeFileTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'write_file',
    description: 'Creates or replaces a text file of the project. Missing folders are created.',
    arguments: writeFileArguments,
    aliases: ['create_file'],
    risk: 'low',
    sideEffects: true,
    // Repetition is harmless only while no other program writes the same file, which is unknown here.
    idempotent: false,
    timeoutMs: 30_000,
    prepare: ({ path, content }): Promise<JsonObject> => changeTo(project, path, getBytes(content)),
    settle: ({ path }, { call }): Promise<Settlement> => settleChange(project, path, call),
    act: async ({ path, content }, { call }) => {
      const bytes = getBytes(content);
      const { before } = recordedChange(call) ?? (await changeTo(project, path, bytes));
      await replaceFile(project, { path, content: bytes, before, key: call.idempotencyKey });
      return succeeded([`${path}: ${bytes.length} bytes written`], {
        bytes: bytes.length,
        created: before === null,
      });
    },
  });
}

async function changeTo(project: ProjectFolder, path: string, content: Buffer) {
  return {
    before: await fingerprint(project, path),
    after: createHash('sha256').update(content).digest('hex'),
  };
}

function getBytes(content: string): Buffer {
  const bytes = Buffer.from(content);
  if (bytes.length > maximumChangedBytes)
    throw new ToolFailure(
      'too_large',
      `content has more than ${maximumChangedBytes} bytes: split it into several files`,
    );
  return bytes;
}
