import { join } from 'node:path';
import type { RunStore } from '@agent-home/agent-runtime';
import { openAgno } from '@agent-home/runtime-agno';
import { openLanggraph } from '@agent-home/runtime-langgraph';
import { AgentRuntime, createNativeTools, type FindModel, routeModels } from '@agent-home/runtime-node';
import { SayingTools } from '../../../security/boards/doubled-effects/saying-tools.ts';
import { twoRounds } from '../contract/two-rounds.ts';
import { emulatedModels, referenceOrder } from '../support/reference-order.ts';

/** Places of one run, which two processes use one after the other. */
export interface RunPlaces {
  runId: string;
  runs: string;
  project: string;
  /** File to which the tool `home.say` appends. */
  said: string;
  modelUrl: string;
}

/** Opens the runtime of a run in the calling process, with the runtimes that the environment names. */
export function openRun(
  { runs, project, said, modelUrl }: RunPlaces,
  selector: string,
  store: RunStore,
  environment = process.env,
) {
  const timeoutMs = 30_000;
  const url = `${modelUrl}/v1`;
  const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs });
  const native = emulatedModels(modelUrl, { timeoutMs });
  const agno = openAgno(find, { environment, folder: join(runs, '..', 'runtimes') });
  const langgraph = openLanggraph(native, { environment });
  const models = routeModels(native, { ...(agno ? { agno } : {}), ...(langgraph ? { langgraph } : {}) });
  const providers = [createNativeTools({ projectFolder: project }), new SayingTools(said)];
  return {
    runtime: new AgentRuntime({ store, models, providers }),
    order: referenceOrder({ ...twoRounds.definition, runtime: { selector, params: {} } }),
    close: () => Promise.all([agno?.close(), langgraph?.close()]),
  };
}
