import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelPort, OutputValidators, ToolProvider } from '@agent-home/agent-runtime';
import { FileRunStore, type Vault } from '@agent-home/runtime-node';
import {
  GrowingPause,
  getAgentId,
  getCard,
  IdentityNotVerifiedError,
  liveResident,
  mirrorRuns,
  type Pace,
  type ResidentDefinition,
  type ResidentTeam,
  type RunSlots,
  type RunTrouble,
} from '@agent-home/runtime-node/resident';
import {
  type AgentHome,
  type ConnectOptions,
  connect,
  loadOrCreateIdentity,
  type RootSet,
} from '@agent-home/sdk';
import { HomeError } from '../../errors/command-errors.ts';
import { lockFolder } from '../local/folder-lock.ts';

export interface KeptResident {
  url: string;
  /** How it reaches the home's API and store, if not directly. */
  routes?: Pick<ConnectOptions, 'allowInsecureHttp' | 'storeRoute'>;
  rootSet: RootSet;
  /** Folder of its key and trust memory. */
  folder: string;
  /** Folder of its runs. */
  runsFolder: string;
  models: ModelPort;
  providers: readonly ToolProvider[];
  /** Validators of its guardrails. */
  validators?: OutputValidators;
  vault?: Vault;
  /** Other agents that may join its runs. */
  team?: ResidentTeam;
  /** Limits the runs of all residents of the process. */
  slots?: RunSlots;
  pace: Pace;
  definition(): Promise<ResidentDefinition>;
  /** Admits the agent; by default requests admission, and waits if a person decides. */
  admit(
    home: AgentHome,
    agentId: string,
    standing: string,
    persona: string | null | undefined,
  ): Promise<void>;
  polling?: { activeMs: number; idleMs: number };
  log: (message: string, facts: Record<string, unknown>) => void;
  /** Called after each run with its failure, or with undefined after a run that was answered. */
  onTrouble?: (agentId: string, latest: RunTrouble | undefined) => void;
  /** Agents that it does not react to. */
  housemates?: readonly string[];
  /** Agents that it answers after `pace.neighbourMs`. */
  neighbours?: readonly string[];
  /** True if its runs are mirrored into the home. */
  mirror?: boolean;
  signal: AbortSignal;
}

/**
 * Runs a resident of a file until the signal is aborted. It restarts after errors, unless the home does not recognize the
 * resident's identity.
 * @throws IdentityNotVerifiedError
 */
export async function keepResident(kept: KeptResident): Promise<void> {
  const { folder, signal, log } = kept;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockResidentFolder(folder);
  try {
    const { secretKey } = await loadOrCreateIdentity(join(folder, 'identity.json'));
    const pause = new GrowingPause();
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        await liveOnce(kept, secretKey);
      } catch (error) {
        if (error instanceof IdentityNotVerifiedError) throw error;
        if (!signal.aborted) log('a resident failed and restarts', { folder, err: error });
      }
      const lasted = performance.now() - begun;
      await delay(pause.after(lasted), undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await unlock();
  }
}

async function liveOnce(kept: KeptResident, secretKey: Uint8Array): Promise<void> {
  const { folder, signal, log, url, rootSet, polling, routes } = kept;
  const { definition } = await kept.definition();
  const agentId = getAgentId(definition);
  const home = await connect({
    url,
    rootSet,
    secretKey,
    agentId,
    stateDirectory: folder,
    ...routes,
    ...(polling === undefined ? {} : { polling }),
  });
  try {
    const { agent_id, standing, persona } = await home.register(getCard(definition));
    await kept.admit(home, agent_id, standing, persona);
    await waitForCard(home, agent_id, signal);
    const store = new FileRunStore(kept.runsFolder);
    const mirroring = new AbortController();
    const mirrored = kept.mirror
      ? mirrorRuns({
          ...{ home, homeUrl: url, agentId, store, log },
          file: join(folder, 'mirrored-runs'),
          signal: mirroring.signal,
        })
      : undefined;
    try {
      await liveResident({ ...kept, home, homeUrl: url, store });
    } finally {
      mirroring.abort();
      await mirrored;
    }
  } finally {
    await home
      .close()
      .catch((err: unknown) => log('a resident did not close cleanly', { agent: agentId, err }));
  }
}

/** Waits for the card of a new agent, which is in the bucket shortly after its admission. */
async function waitForCard(home: AgentHome, agentId: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await home.card(agentId);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const isNotThereYet = code === 'not_found' || code === 'not_admitted' || code === 'access_denied';
      if (!isNotThereYet || attempt === 100) throw error;
      await delay(300, undefined, { signal });
    }
  }
}

/**
 * Locks the folder, because two processes of one resident would both reply to each message. A lock left by kill -9 is taken over.
 */
async function lockResidentFolder(folder: string): Promise<() => Promise<void>> {
  const release = await lockFolder(folder, 'resident.pid');
  if (typeof release === 'function') return release;
  const who = release.heldBy === undefined ? 'another process' : `process ${release.heldBy}`;
  throw new HomeError(
    'resident_runs_already',
    `the resident of ${folder} already runs in ${who}: stop it, or pass another --state`,
  );
}
