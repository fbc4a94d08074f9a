import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { combineSettings, describeProblem } from '@agent-home/agent-runtime/definition';
import { startModelEmulator } from '@agent-home/model-emulator';
import { admitAgent, type Platform, type ResidentTrouble, reviewPersona } from '@agent-home/platform';
import { shownText } from '@agent-home/protocol';
import { createModelPort } from '@agent-home/runtime-node';
import { readAgentFile } from '@agent-home/runtime-node/definitions';
import type { ResidentDefinition } from '@agent-home/runtime-node/resident';
import type { RootSet } from '@agent-home/sdk';
import { HomeError } from '../../errors/command-errors.ts';
import { keepResident } from './keep-resident.ts';
import { readScripts } from './read-scripts.ts';
import type { ResidentModel } from './resident-model.ts';

const examples = fileURLToPath(new URL('../../../../../examples/residents/', import.meta.url));
/** File names and agent ids. */
export const names = ['lantern', 'shanquan'];

interface Options {
  url: string;
  rootSet: RootSet;
  /** Folder of each resident's key and trust memory. */
  folder: string;
  runsFolder: string;
  modelPort: number;
  platform: Platform;
  /** Seconds before a line. */
  lineSeconds: number;
  /** Used in place of the scripted models as long as it responds. */
  residentModel?: ResidentModel | undefined;
  log: (message: string, error: unknown) => void;
}

export interface FileResidents {
  /** URL of the scripted models. */
  modelUrl: string;
  close(): Promise<void>;
}

/**
 * Starts residents defined in files, on the home's own runtime and scripted models, because a fresh home has no internet and no
 * key.
 */
export async function startFileResidents(options: Options): Promise<FileResidents> {
  const { url, rootSet, folder, runsFolder, modelPort, platform, lineSeconds, residentModel, log } = options;
  const emulator = await startModelEmulator({
    port: modelPort,
    scripts: await readScripts([join(examples, 'scripts')]),
    // A home runs for weeks; the last requests are enough to inspect its residents.
    journalEntries: 100,
  });
  // The SDK residents talk all day, so they get a reply only now and then; other agents get one at once.
  const { residents } = await import('../../../../../examples/agents/residents.ts');
  const neighbours = residents.map(({ agentId }) => agentId);
  const stopping = new AbortController();
  // Each topic of a resident adds a listener to the signal.
  setMaxListeners(Number.POSITIVE_INFINITY, stopping.signal);
  const models = createModelPort((provider, name, settingsKey) =>
    residentModel && settingsKey !== undefined
      ? residentModel.find(provider, name, settingsKey)
      : { provider, name, url: `${emulator.url}/v1`, fallbacks: [], timeoutMs: 30_000 },
  );
  const warn = (message: string, facts: Record<string, unknown>) => platform.log.warn(facts, message);
  const troubles = new Map<string, ResidentTrouble>();
  // The health page of the home shows these failures.
  platform.residentTroubles = troubles;
  const lives = names.map((name) =>
    keepResident({
      url,
      rootSet,
      folder: join(folder, name),
      runsFolder,
      models,
      providers: [],
      housemates: names.filter((other) => other !== name),
      neighbours,
      mirror: true,
      pace: {
        answerMs: () => lineSeconds * 1_000 * (3 + Math.random() * 6),
        neighbourMs: () => lineSeconds * 1_000 * (40 + Math.random() * 80),
      },
      polling: { activeMs: Math.min(1_500, 150 + lineSeconds * 400), idleMs: 6_000 },
      definition: async () => {
        const scripted = readResident(join(examples, `${name}.md`), 'model-emulator');
        return residentModel?.isUsable() ? { ...scripted, model: residentModel.model } : scripted;
      },
      // Starting a home with residents counts as their admission.
      async admit(_home, agentId, standing, persona) {
        if (persona === 'in_review') await reviewPersona(platform, agentId, { decision: 'approve' });
        if (standing === 'registered') await admitAgent(platform, agentId);
      },
      log: warn,
      onTrouble(agentId, latest) {
        const trouble = residentModel ? residentModel.note(latest, { log: warn }) : latest;
        if (trouble) troubles.set(agentId, trouble);
        else if (residentModel?.isUsable() ?? true) troubles.delete(agentId);
      },
      signal: stopping.signal,
    }).catch((error: unknown) => log(`${name} does not live here`, error)),
  );
  return {
    modelUrl: emulator.url,
    async close() {
      stopping.abort();
      await Promise.all(lives);
      await emulator.close();
    },
  };
}

/** Tokens of a model's window, unless settings name another. */
const contextWindow = 16_384;
const reservedOutput = 1_024;

/**
 * Reads a resident from one file, on a scripted model. Safe tools and tools of the home run without approval: the home
 * limits the latter itself (ADR 0025).
 * @throws HomeError `invalid_definition` with file, line and reason
 */
function readResident(path: string, provider: string): ResidentDefinition {
  const { definition, origin, problems } = readAgentFile(path, { scope: 'project', owner: 'local' });
  if (!definition)
    throw new HomeError(
      'invalid_definition',
      problems.map((problem) => shownText(describeProblem(problem))).join('; '),
    );
  return {
    definition,
    sha256: origin.sha256,
    model: { provider, name: definition.model.name ?? definition.name, contextWindow, reservedOutput },
    policies: [],
    operator: {
      autoApprove: ['safe', 'home.*'],
      unlocked: [],
      approvalExpiresMs: combineSettings({}).approvals.expiresAfterMs,
    },
  };
}
