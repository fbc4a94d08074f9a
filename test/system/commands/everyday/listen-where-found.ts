import { createServer, type Server } from 'node:net';
import { type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { onTestFinished } from 'vitest';
import { eventually } from '../../../support/eventually.ts';

/** Ports of this machine at which `agents init` finds model servers. */
const ports = [11_434, 1_234, 8_000, 8_080];

/** Port that a test holds as long as it has a server where others would find it. */
const lock = 43_187;

/** Starts scripted models where `agents init` finds them, at the first free port. They are closed when the test ends. */
export async function listenWhereFound(
  scripts: Parameters<typeof startModelEmulator>[0]['scripts'],
): Promise<ModelEmulator> {
  await holdLock();
  for (const port of ports)
    try {
      const emulator = await startModelEmulator({ scripts, port });
      onTestFinished(() => emulator.close());
      return emulator;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  throw new Error(`each of the ports ${ports.join(', ')} is in use: end a model server of this machine`);
}

/** Waits until no other test of this machine has such a server, in this process or another. */
async function holdLock(): Promise<void> {
  const server = await eventually(
    () =>
      new Promise<Server>((resolve, reject) => {
        const held = createServer();
        held.once('error', reject);
        held.listen(lock, '127.0.0.1', () => resolve(held));
      }),
    60_000,
  );
  onTestFinished(() => void server.close());
}
