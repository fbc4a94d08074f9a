import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { freePort } from '@agent-home/local-postgres';
import { expect, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';

test('a home that cannot start leaves nothing running', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const environment = {
    AGENT_HOME_DATA: `${folder}/data`,
    AGENT_HOME_PORT: String(port),
    AGENT_HOME_OSS_PORT: String(await freePort()),
    AGENT_HOME_STS_PORT: String(await freePort()),
    AGENT_HOME_MODEL_PORT: '0',
  };
  await expect(new AgentHomeProcess(['up'], environment).start()).rejects.toThrow(
    /up ended \(1\)[\s\S]*EADDRINUSE/,
  );
  await new Promise((resolve) => taken.close(resolve));
  // The same folder, including its database, is free for the next process.
  const home = new AgentHomeProcess(['up', '--no-residents'], environment);
  await home.start();
  await home.stop();
  await rm(folder, { recursive: true, force: true });
});
