import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';

export const cli = fileURLToPath(new URL('../../../../apps/cli/bin/agent-home.js', import.meta.url));

export async function environmentFor(data: string): Promise<Record<string, string>> {
  const [api, oss, sts] = [await freePort(), await freePort(), await freePort()];
  return {
    AGENT_HOME_DATA: data,
    AGENT_HOME_PORT: String(api),
    AGENT_HOME_OSS_PORT: String(oss),
    AGENT_HOME_STS_PORT: String(sts),
    AGENT_HOME_MODEL_PORT: '0',
  };
}

/** Lists names and bytes of all files except the mark of the running process, which a killed one leaves behind. */
export async function listContents(data: string): Promise<string> {
  const lines: string[] = [];
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => name !== 'up.pid')
    .map((entry) => [join(entry.parentPath, entry.name), entry.isFile()] as const)
    .sort();
  for (const [path, isFile] of files) {
    const bytes = isFile ? await readFile(path) : '';
    lines.push(`${path} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  return lines.join('\n');
}

/** Replaces a file by a folder, which not even root can read as a file. */
export async function becomesFolder(file: string): Promise<void> {
  await rm(file);
  await mkdir(file);
}
