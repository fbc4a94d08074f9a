import { type ModelEmulator, startModelEmulator } from '@agent-home/model-emulator';
import { onTestFinished } from 'vitest';

/** Ports of this machine at which `agents init` finds model servers. */
const ports = [11_434, 1_234, 8_000, 8_080];

/** Starts scripted models where `agents init` finds them, at the first free port. They are closed when the test ends. */
export async function listenWhereFound(
  scripts: Parameters<typeof startModelEmulator>[0]['scripts'],
): Promise<ModelEmulator> {
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
