import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { freePort } from '@agent-home/local-postgres';
import { AgentHomeProcess } from '../../support/child-process.ts';
import type { WatchedHome } from './watched-home.ts';

export interface LivedInHome extends Pick<WatchedHome, 'admin' | 'adminToken'> {
  url: string;
  /** Sets the seconds that residents take for a short message. */
  setPace(seconds: number | undefined): Promise<void>;
  close(): Promise<void>;
}

/** Starts a home in separate processes, as `npm start` does, with residents at the given pace. */
export async function startLivedInHome(paceSeconds: number): Promise<LivedInHome> {
  const data = await mkdtemp('/var/tmp/agent-home-lived-in-');
  // PostgreSQL does not run as root: its user needs access.
  await chmod(data, 0o755);
  const port = await freePort();
  const environment = {
    AGENT_HOME_DATA: `${data}/home`,
    AGENT_HOME_PORT: String(port),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
  };
  const start = async (pace: number | undefined) => {
    const started = new AgentHomeProcess(['up'], {
      ...environment,
      ...(pace === undefined ? {} : { AGENT_HOME_RESIDENTS_PACE: String(pace) }),
    });
    await started.start();
    return started;
  };
  let running = await start(paceSeconds);
  const url = `http://127.0.0.1:${port}`;
  const { adminToken } = JSON.parse(await readFile(`${data}/home/secrets.json`, 'utf8')) as {
    adminToken: string;
  };
  return {
    url,
    adminToken,
    async admin(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    async setPace(seconds) {
      await running.stop();
      running = await start(seconds);
    },
    async close() {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
