import { delimiter } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../../processes/run-command.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { commandOutcome } from './command-outcome.ts';

const timeoutMs = 30_000;

const shutdownArguments = z.strictObject({
  restart: z.boolean().default(false).describe('Restart the machine instead of leaving it off.'),
});

/** Folders of system programs, which the PATH of an ordinary user often lacks. */
const systemFolders = ['/usr/sbin', '/sbin'];

/** Shuts this machine down at once (S3-60). A delayed shutdown would end with its call, like every process that a call starts. */
export function systemShutdownTool(project: ProjectFolder, environment: Record<string, string>): NativeTool {
  const path = [...(environment.PATH === undefined ? [] : [environment.PATH]), ...systemFolders];
  return nativeTool({
    name: 'system_shutdown',
    description:
      'Shuts down the machine that this agent runs on, at once, or restarts it. Everything that runs on the machine ends, this run included.',
    arguments: shutdownArguments,
    risk: 'critical',
    sideEffects: true,
    idempotent: false,
    timeoutMs: timeoutMs + 10_000,
    act: async ({ restart }, { signal }) => {
      const result = await runCommand({
        program: 'shutdown',
        arguments: [restart ? '-r' : '-h', 'now'],
        folder: await project.place(),
        environment: { ...environment, PATH: path.join(delimiter) },
        timeoutMs,
        maximumBytes: 200 * 1024,
        signal,
      });
      return commandOutcome('shutdown', result, timeoutMs);
    },
  });
}
