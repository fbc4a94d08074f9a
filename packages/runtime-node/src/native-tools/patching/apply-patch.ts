import { createHash } from 'node:crypto';
import type { PreparedCall, Settlement } from '@agent-home/agent-runtime';
import { z } from 'zod';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { readText } from '../files/read-text.ts';
import { fingerprint, removeTemporary, replaceFile } from '../project/change-files.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { maximumChangedBytes } from '../project/read-files.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { applyHunks, createSearchBudget } from './apply-hunks.ts';
import { type FilePatch, parseFilePatches } from './parse-patch.ts';

export const applyPatchArguments = z.strictObject({
  patch: z
    .string()
    .min(1)
    .max(250_000)
    .describe(
      'Unified diff as git writes it: "--- a/FILE", "+++ b/FILE" and hunks with "@@ -1,3 +1,4 @@" for each file; "--- /dev/null" creates a file. Unchanged lines begin with a space and have to match the file exactly.',
    ),
});

const recordSchema = z.object({
  changes: z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string() })),
});
type RecordedChanges = z.infer<typeof recordSchema>['changes'];

interface PlannedChange {
  path: string;
  before: string | null;
  content: Buffer;
  hunks: number;
}

/** Total size of the files of one patch, before and after. */
const maximumTotalBytes = 4 * maximumChangedBytes;

/**
 * Changes and creates files by a patch. It refuses to delete and to rename, so that a deny of `delete_file` holds and its risk is
 * that of `write_file`.
 */
export function applyPatchTool(project: ProjectFolder): NativeTool {
  return nativeTool({
    name: 'apply_patch',
    description:
      'Changes and creates text files of the project by a unified diff over one or more files. Every hunk of every file is checked before the first file is changed. It does not delete or rename files.',
    arguments: applyPatchArguments,
    risk: 'low',
    sideEffects: true,
    idempotent: false,
    timeoutMs: 60_000,
    prepare: async ({ patch }, { signal }) => {
      const planned = await planChanges(project, parseFilePatches(patch), signal);
      return {
        changes: planned.map(({ path, before, content }) => ({ path, before, after: sha256(content) })),
      };
    },
    settle: (_, { call }) => settleChanges(project, call),
    act: async ({ patch }, { call, signal }) => {
      const patches = parseFilePatches(patch);
      const recorded = recordSchema.safeParse(call.prepared).data?.changes ?? [];
      const done = await changesDone(project, recorded);
      const open = patches.filter(({ path }) => !done.has(path));
      const planned = await planChanges(project, open, signal);
      for (const { path, before } of planned)
        if (recorded.some((change) => change.path === path && change.before !== before))
          throw new ToolFailure(
            'already_changed',
            `${path} changed after it was read, so no file was changed: read it again before you patch it`,
          );
      await makeChanges(project, planned, call.idempotencyKey);
      const hunks = patches.reduce((sum, { hunks }) => sum + hunks.length, 0);
      return succeeded(
        [patches.map(({ path, creates }) => `${path}: ${creates ? 'created' : 'changed'}`).join('\n')],
        { files: patches.length, hunks },
      );
    },
  });
}

/** Computes and checks the new content of every file. It changes nothing. */
async function planChanges(
  project: ProjectFolder,
  patches: readonly FilePatch[],
  signal: AbortSignal,
): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  const seen = new Set<string>();
  const budget = createSearchBudget();
  let total = 0;
  for (const patch of patches) {
    signal.throwIfAborted();
    const path = await project.parse(patch.path);
    if (seen.has(path.shown))
      throw new ToolFailure(
        'invalid_patch',
        `${path.shown} is twice in the patch, so nothing was changed: put its hunks below one header`,
      );
    seen.add(path.shown);
    await project.refuseTrusted(patch.path);
    const bytes = await readPresent(project, patch);
    const content = Buffer.from(applyHunks(bytes?.toString() ?? '', patch, budget));
    total += (bytes?.length ?? 0) + content.length;
    if (content.length > maximumChangedBytes || total > maximumTotalBytes)
      throw new ToolFailure('too_large', 'the files of the patch are too large: split it into several calls');
    await project.trusted.refuseScripts(path, content, async () => bytes);
    planned.push({
      path: patch.path,
      before: bytes === undefined ? null : sha256(bytes),
      content,
      hunks: patch.hunks.length,
    });
  }
  return planned;
}

async function readPresent(
  project: ProjectFolder,
  { path, creates }: FilePatch,
): Promise<Buffer | undefined> {
  if (!creates) return readText(project, path);
  if ((await fingerprint(project, path)) === null) return undefined;
  throw new ToolFailure(
    'patch_mismatch',
    `${path} exists, but the patch creates it; nothing was changed: read the file and patch its lines`,
  );
}

async function makeChanges(
  project: ProjectFolder,
  planned: readonly PlannedChange[],
  key: string,
): Promise<void> {
  const made: string[] = [];
  try {
    for (const { path, before, content } of planned) {
      await replaceFile(project, { path, content, before, key });
      made.push(path);
    }
  } catch (error) {
    if (!(error instanceof ToolFailure) || made.length === 0) throw error;
    throw new ToolFailure(error.code, `${error.message}; changed before that: ${made.join(', ')}`);
  }
}

/**
 * Settles a patch. A process may have died between two files: that patch counts as not done, because the retry skips files that
 * have their new content.
 */
async function settleChanges(project: ProjectFolder, call: PreparedCall): Promise<Settlement> {
  const recorded = recordSchema.safeParse(call.prepared).data?.changes;
  if (recorded === undefined) return { state: 'unknown' };
  for (const { path } of recorded) await removeTemporary(project, path, call.idempotencyKey);
  const done = await changesDone(project, recorded);
  if (done.size === recorded.length)
    return {
      state: 'done',
      outcome: succeeded(
        [...done].map((path) => `${path}: done before the interruption`),
        { settled: true },
      ),
    };
  for (const { path, before } of recorded)
    if (!done.has(path) && (await fingerprint(project, path)) !== before) return { state: 'unknown' };
  return { state: 'not_done' };
}

/** Returns the paths of files that have their recorded new content. */
async function changesDone(project: ProjectFolder, recorded: RecordedChanges): Promise<Set<string>> {
  const done = new Set<string>();
  for (const { path, after } of recorded) if ((await fingerprint(project, path)) === after) done.add(path);
  return done;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
