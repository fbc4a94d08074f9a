import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Small separate file system that is soon full. */
export class SmallDisk {
  readonly folder: string;

  /** @throws if this process may not mount file systems: it needs root, in a container CAP_SYS_ADMIN */
  static async mount(megabytes: number): Promise<SmallDisk> {
    const folder = await mkdtemp('/var/tmp/agent-home-test-disk-');
    const options = `size=${megabytes}m,mode=0755`;
    await run('mount', ['-t', 'tmpfs', '-o', options, 'agent-home-test', folder]);
    return new SmallDisk(folder);
  }

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Fills the remaining space with a file that does not belong to PostgreSQL. */
  async fill(): Promise<void> {
    const file = await open(join(this.folder, 'ballast'), 'a');
    try {
      for (const block of [1_048_576, 4_096]) while (await hasRoom(() => file.write(Buffer.alloc(block))));
    } finally {
      await file.close();
    }
    await chmod(join(this.folder, 'ballast'), 0o600);
  }

  async free(): Promise<void> {
    await rm(join(this.folder, 'ballast'));
  }

  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function hasRoom(write: () => Promise<{ bytesWritten: number }>): Promise<boolean> {
  try {
    return (await write()).bytesWritten > 0;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') return false;
    throw error;
  }
}
