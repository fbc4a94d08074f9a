import { writeFile } from 'node:fs/promises';
import { shownText } from '@agent-home/protocol';
import { TaskFileError } from '../../errors/command-errors.ts';
import { openAsAgent, type ReadingFlags } from '../local/open-reading.ts';

export interface GetFlags extends ReadingFlags {
  output?: string;
}

/**
 * `agent-home task get TASK AGENT`: writes the latest artifact of an agent to a new file, verified against its index.
 * @throws TaskFileError, TaskError, AccessDeniedError
 */
export async function getArtifact(
  environment: Record<string, string | undefined>,
  { task, agent }: { task: string; agent: string },
  { output, ...flags }: GetFlags,
): Promise<void> {
  const home = await openAsAgent(environment, flags);
  try {
    const artifact = await home.task(task).latest(agent);
    if (!artifact)
      throw new TaskFileError(
        'no_artifact',
        `${shownText(agent)} has handed in nothing in the task ${shownText(task)}`,
      );
    const file = output ?? usualName({ task, agent }, artifact.objectKey);
    await writeNew(file, artifact.bytes);
    const proof = artifact.verified ? 'matches its index' : 'its index has no hash, so it is not verified';
    console.log(
      `${shownText(file)}: ${artifact.bytes.length} bytes of ${shownText(artifact.objectKey)}; ${proof}`,
    );
  } finally {
    await home.close();
  }
}

/** Returns a name that the other agent does not choose: a file such as `.npmrc` would change the user's folder. */
function usualName({ task, agent }: { task: string; agent: string }, objectKey: string): string {
  return `${task}-${agent}${/\.[a-z0-9]{1,10}$/.exec(objectKey)?.[0] ?? ''}`;
}

async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? new TaskFileError('file_exists', `${shownText(file)} exists: pass another --output`)
      : new TaskFileError('file_unwritable', `${shownText(file)} cannot be written: ${code}`, {
          cause: error,
        });
  }
}
