import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { admitAgent, type Platform, reviewPersona } from '@agent-home/platform';
import { signerOf } from '@agent-home/protocol';
import { type AgentHome, connect, loadOrCreateIdentity, type RootSet } from '@agent-home/sdk';
import { Pace } from '../../../../../examples/agents/pace.ts';
import { Playbill } from '../../../../../examples/agents/playbill.ts';
import type { Resident } from '../../../../../examples/agents/resident.ts';
import { scriptedVoice, type Voice } from '../../../../../examples/agents/voice.ts';
import { HomeError } from '../../errors/command-errors.ts';
import { manageStages } from './stage-manager.ts';

const pauseAfterTroubleMs = 3_000;

interface RunningResidents {
  close(): Promise<void>;
}

interface Options {
  url: string;
  rootSet: RootSet;
  /** Folder of each resident's key and trust memory. */
  folder: string;
  platform: Platform;
  /** Seconds before a line; default 4. */
  lineSeconds: number | undefined;
  /** Voice of the residents; by default every line is spoken as written. */
  voice?: Voice | undefined;
  log: (message: string, error: unknown) => void;
}

type Household = Options & { playbill: Playbill; pace: Pace; signal: AbortSignal };

/** Reads AGENT_HOME_RESIDENTS_PACE, the seconds that a resident takes for a short line. */
export function residentsPace(environment: Record<string, string | undefined>): number | undefined {
  const text = environment.AGENT_HOME_RESIDENTS_PACE;
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (seconds >= 0.05 && seconds <= 15) return seconds;
  throw new HomeError('invalid_pace', 'AGENT_HOME_RESIDENTS_PACE is not a number of seconds from 0.05 to 15');
}

/** Starts agents on the SDK that give a new home something to watch, and a manager of the stages they play on. */
export function startResidents(options: Options): RunningResidents {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each topic of a resident adds a listener to the signal.
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  const pace = new Pace(options.lineSeconds);
  const running = moveIn({ ...options, playbill: new Playbill(), pace, signal }).catch((error: unknown) =>
    options.log('the residents could not start', error),
  );
  return {
    async close() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Returns the key id of every resident of this machine by agent id, and creates missing keys. No other agent may take these ids
 * before the residents register.
 */
export async function residentKeys(folder: string): Promise<Record<string, string>> {
  const [{ residents }, { names }] = await Promise.all([
    import('../../../../../examples/agents/residents.ts'),
    import('./file-residents.ts'),
  ]);
  const ids = [...residents.map(({ agentId }) => agentId), ...names];
  const keys = await Promise.all(
    ids.map(async (id): Promise<[string, string]> => {
      try {
        const { secretKey } = await loadOrCreateIdentity(join(folder, id, 'identity.json'));
        return [id, signerOf(secretKey).keyId];
      } catch {
        // The resident reports its damaged key when it starts. No key has this id, so the name stays reserved.
        return [id, 'unreadable'];
      }
    }),
  );
  return Object.fromEntries(keys);
}

/** Loads the texts of the residents, so that the start of a home does not wait for them. */
async function moveIn(household: Household): Promise<void> {
  const [{ acts }, { residents }, { live }, { names }] = await Promise.all([
    import('../../../../../examples/agents/acts.ts'),
    import('../../../../../examples/agents/residents.ts'),
    import('../../../../../examples/agents/live.ts'),
    import('./file-residents.ts'),
  ]);
  const housemates = [...residents.map(({ agentId }) => agentId), ...names];
  const lives = residents.map((resident) =>
    keepAlive(resident, household, (home) =>
      live(resident, { ...household, voice: household.voice ?? scriptedVoice, housemates, home }),
    ),
  );
  await Promise.all([manageStages(acts, household), ...lives]);
}

/** Runs a resident and restarts it after errors. */
async function keepAlive(
  { agentId, card }: Resident,
  { url, rootSet, folder: parent, platform, pace, signal, log }: Household,
  run: (home: AgentHome) => Promise<void>,
): Promise<void> {
  const folder = join(parent, agentId);
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'identity.json'));
  while (!signal.aborted) {
    // The feed reports turns at once, so polling can be rarer than at a terminal.
    const polling = { activeMs: Math.min(1_500, 150 + pace.lineSeconds * 400), idleMs: 6_000 };
    const home = await connect({ url, rootSet, secretKey, agentId, stateDirectory: folder, polling });
    try {
      const { agent_id, standing, persona } = await home.register(card);
      // Starting a home with residents counts as their admission, even with manual admission.
      if (persona === 'in_review') await reviewPersona(platform, agent_id, { decision: 'approve' });
      if (standing === 'registered') await admitAgent(platform, agent_id);
      await run(home);
    } catch (error) {
      if (!signal.aborted) log(`${agentId} failed and restarts`, error);
    } finally {
      await home.close().catch((error: unknown) => log(`${agentId} did not close cleanly`, error));
    }
    await delay(pauseAfterTroubleMs, undefined, { signal }).catch(() => undefined);
  }
}
