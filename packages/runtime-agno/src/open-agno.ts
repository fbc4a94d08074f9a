import type { ModelPort } from '@agent-home/agent-runtime';
import { type FindModel, ProviderError } from '@agent-home/runtime-node';
import { type AgnoAddress, AgnoClient } from './agno-client.ts';
import { AgnoProcess } from './agno-process.ts';
import { readAgnoSettings } from './agno-settings.ts';
import { createAgnoModel } from './create-agno-model.ts';

/** Milliseconds until a served program must have responded. */
const startMs = 30_000;

/** Port of the runtime, with the process that it started. */
export interface OpenAgno extends ModelPort {
  /** Process id of the program if this process started it. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Opens the runtime that the environment names; undefined if it names none. Starts nothing before the first request.
 * @param folder private folder for paused runs
 * @throws AgnoSettingsError
 */
export function openAgno(
  find: FindModel,
  { environment, folder }: { environment: NodeJS.ProcessEnv; folder: string },
): OpenAgno | undefined {
  const settings = readAgnoSettings(environment);
  if (!settings) return undefined;
  if (settings.kind === 'child') {
    const program = new AgnoProcess(settings, folder, environment);
    const model = createAgnoModel(find, { address: () => program.address() });
    return {
      ask: model.ask,
      get pid() {
        return program.pid;
      },
      async close() {
        await model.close();
        await program.close();
      },
    };
  }
  let checking: Promise<void> | undefined;
  const address = async () => {
    checking ??= requireServed(settings);
    checking.catch(() => {
      checking = undefined;
    });
    await checking;
    return settings;
  };
  const model = createAgnoModel(find, { address });
  return {
    async ask(request, context) {
      const asked = await model.ask(request, context);
      // Another program may serve the address when it is back.
      if ('failed' in asked) checking = undefined;
      return asked;
    },
    pid: undefined,
    close: () => model.close(),
  };
}

/** @throws ProviderError that names the address if no program responds at it; a retry may succeed */
async function requireServed(address: AgnoAddress): Promise<void> {
  try {
    await new AgnoClient(address).requireProgram(AbortSignal.timeout(startMs));
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (!isTimeout && !(error instanceof ProviderError && error.isPassing)) throw error;
    throw new ProviderError(
      `no agno responds at ${address.url}: start agent_home_agno there, or correct AGENT_HOME_AGNO_URL`,
      '',
    );
  }
}
