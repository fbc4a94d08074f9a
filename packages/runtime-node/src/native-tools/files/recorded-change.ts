import type { PreparedCall, Settlement } from '@agent-home/agent-runtime';
import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { type FileChange, fingerprint, removeTemporary } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';

const changeSchema = z.object({ before: z.string().nullable(), after: z.string().nullable() });

/** Returns the recorded change of this call, if it was prepared. */
export function recordedChange(call: PreparedCall): FileChange | undefined {
  const recorded = changeSchema.safeParse(call.prepared);
  return recorded.success ? recorded.data : undefined;
}

/**
 * Settles a change: done if the file is as the call would have left it, not done if it is as before. Otherwise unknown, because
 * another program has changed it.
 */
export async function settleChange(
  project: ProjectFolder,
  path: string,
  call: PreparedCall,
): Promise<Settlement> {
  const change = recordedChange(call);
  if (change === undefined) return { state: 'unknown' };
  await removeTemporary(project, path, call.idempotencyKey);
  const now = await fingerprint(project, path);
  if (now === change.after)
    return {
      state: 'done',
      outcome: succeeded([`${path}: done before the interruption`], { settled: true }),
    };
  return now === change.before ? { state: 'not_done' } : { state: 'unknown' };
}
