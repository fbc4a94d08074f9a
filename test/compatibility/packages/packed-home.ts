import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import type { EmptyFolder } from './empty-folder.ts';

export interface PackedHome {
  url: string;
  rootFile: string;
  close(): Promise<void>;
}

/** Runs `npx agent-home up` in a folder with only the packed command, or `up` of the given command. */
export async function startPackedHome(
  folder: EmptyFolder,
  [program = '', ...words]: string[] = ['npx', 'agent-home'],
): Promise<PackedHome> {
  const port = await freePort();
  const data = join(folder.path, `home-${port}`);
  const home = spawn(program, [...words, 'up', '--no-residents'], {
    cwd: folder.path,
    env: {
      ...process.env,
      AGENT_HOME_DATA: data,
      AGENT_HOME_PORT: String(port),
      AGENT_HOME_OSS_PORT: String(await freePort()),
      AGENT_HOME_STS_PORT: String(await freePort()),
      AGENT_HOME_MODEL_PORT: '0',
    },
    // Separate process group, so that it can be interrupted as by Ctrl-C: npx, its shell and the home.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(home, 'close');
  let said = '';
  const up = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Agent Home is up')) resolve();
    };
    home.stdout.on('data', hear);
    home.stderr.on('data', hear);
    closed.then(() => reject(new Error(`the home ended:\n${said}`)), reject);
  });
  await up;
  return {
    url: `http://127.0.0.1:${port}`,
    rootFile: join(data, 'keys', 'root.json'),
    async close() {
      if (home.pid !== undefined && home.exitCode === null) process.kill(-home.pid, 'SIGINT');
      await closed;
    },
  };
}
