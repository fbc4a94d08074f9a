import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, loadOrCreateIdentity, type RootSet } from '@agent-home/sdk';
import { moss } from '../../../../examples/agents/moss.ts';
import { pike } from '../../../../examples/agents/pike.ts';
import { live, type Resident } from '../../../../examples/agents/resident.ts';
import { wren } from '../../../../examples/agents/wren.ts';

const pauseAfterTroubleMs = 3_000;

export interface RunningResidents {
  close(): Promise<void>;
}

/** Three agents on the SDK that give a new home something to watch. Each starts over when something breaks. */
export async function startResidents(
  url: string,
  rootSet: RootSet,
  folder: string,
  log: (message: string, error: unknown) => void,
): Promise<RunningResidents> {
  const stopping = new AbortController();
  const running = [wren, moss, pike].map((resident) =>
    keepAlive(url, rootSet, join(folder, resident.agentId), resident, stopping.signal, log),
  );
  return {
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function keepAlive(
  url: string,
  rootSet: RootSet,
  folder: string,
  resident: Resident,
  signal: AbortSignal,
  log: (message: string, error: unknown) => void,
): Promise<void> {
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'identity.json'));
  while (!signal.aborted) {
    const home = await connect({
      url,
      rootSet,
      secretKey,
      agentId: resident.agentId,
      stateDirectory: folder,
    });
    try {
      await live(home, resident, signal);
    } catch (error) {
      if (!signal.aborted) log(`${resident.agentId} stumbled and starts over`, error);
    } finally {
      await home.close().catch((error: unknown) => log(`${resident.agentId} could not close`, error));
    }
    await delay(pauseAfterTroubleMs, undefined, { signal }).catch(() => undefined);
  }
}
