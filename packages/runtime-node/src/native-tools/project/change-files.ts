import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { asToolFailure, isMissing } from './file-errors.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ProjectFolder } from './project-folder.ts';
import { computeFingerprint, maximumChangedBytes, readingFileIn } from './read-files.ts';

/** File before and after a change; `null` if it does not exist. */
export interface FileChange {
  before: string | null;
  after: string | null;
}

/** Returns the fingerprint of a file, or `null` if there is none. */
export async function fingerprint(project: ProjectFolder, given: string): Promise<string | null> {
  try {
    return await project.inParent(given, ({ parent, name }) => computeFingerprint(parent, name));
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'not_found') return null;
    throw error;
  }
}

export interface Replacement {
  path: string;
  content: Buffer;
  /** Required fingerprint of the file for the recorded change. */
  before: string | null;
  /** Part of the temporary file's name, so that a repeated call finds the file of its first attempt. */
  key: string;
}

/**
 * Writes the whole content to a temporary file and renames it: readers see the old or the new file, even if the
 * machine stops in between. Other hard links of the old file keep the old content.
 */
export async function replaceFile(project: ProjectFolder, replacement: Replacement): Promise<void> {
  await project.refuseTrusted(replacement.path);
  await project.inParent(
    replacement.path,
    async ({ parent, name, path }) => {
      const earlier = await getStatus(parent, name);
      if (earlier !== undefined && !earlier.isFile()) await parent.file(name);
      await project.trusted.refuseScripts(path, replacement.content, () => getContent(parent, name));
      const temporary = temporaryName(replacement.key);
      await removeLeftOver(parent, temporary);
      try {
        await writeNew(parent, temporary, replacement.content, earlier);
        await mustBe(parent, name, path.shown, replacement.before);
        await parent.replace(name, temporary);
      } catch (error) {
        await removeLeftOver(parent, temporary);
        throw error;
      }
      await parent.sync();
    },
    { createFolders: true },
  );
}

/** Removes the temporary file of an attempt that died before replacing the target. */
export async function removeTemporary(project: ProjectFolder, given: string, key: string): Promise<void> {
  await project
    .inParent(given, ({ parent }) => removeLeftOver(parent, temporaryName(key)))
    .catch(() => undefined);
}

export async function removeFile(
  project: ProjectFolder,
  given: string,
  before: string | null,
): Promise<void> {
  await project.refuseTrusted(given);
  await project.inParent(given, async ({ parent, name, path }) => {
    await mustBe(parent, name, path.shown, before);
    await parent.remove(name);
    await parent.sync();
  });
}

/** Reads at most the size that a tool may write; a larger file was not written by a tool. */
async function getContent(parent: OpenFolder, name: string): Promise<Buffer | undefined> {
  try {
    return await readingFileIn(parent, name, name, async (file) => {
      const chunks: Buffer[] = [];
      for await (const chunk of file.chunks(maximumChangedBytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function mustBe(parent: OpenFolder, name: string, shown: string, before: string | null): Promise<void> {
  const now = await computeFingerprint(parent, name).catch((error) => {
    if (isMissing(error)) return null;
    throw asToolFailure(error, shown);
  });
  if (now !== before)
    throw new ToolFailure(
      'already_changed',
      `${shown} changed after it was read: read it again before you change it`,
    );
}

async function writeNew(
  parent: OpenFolder,
  name: string,
  content: Buffer,
  earlier: { mode: bigint; uid: bigint; gid: bigint } | undefined,
): Promise<void> {
  const handle = await parent.newFile(name, 0o666);
  try {
    await handle.writeFile(content);
    if (earlier !== undefined) {
      // The owner can be changed by root only; otherwise the current user owns the new file.
      await handle.chown(Number(earlier.uid), Number(earlier.gid)).catch(() => undefined);
      await handle.chmod(Number(earlier.mode & 0o777n));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function getStatus(parent: OpenFolder, name: string) {
  try {
    return await parent.status(name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function removeLeftOver(parent: OpenFolder, name: string): Promise<void> {
  await parent.remove(name).catch(() => undefined);
}

function temporaryName(key: string): string {
  return `.${key.slice(0, 32)}.agent-home-new`;
}
