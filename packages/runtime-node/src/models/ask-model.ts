import type { ModelPort, ModelRequest } from '@agent-home/agent-runtime';
import { APICallError } from '@ai-sdk/provider';
import type { ReadAnswer } from './answer-reader.ts';
import { loadApi } from './apis/load-api.ts';
import type { OpenedModel } from './apis/opened-model.ts';
import { askWithRetries, type Pause, type ReadAttempt } from './ask-with-retries.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { readStream } from './read-stream.ts';
import { readWhole } from './read-whole.ts';
import type { FindModel, ReachableModel } from './request/model-settings.ts';
import { demandedLimit, wantsCompletionTokens } from './request/request-params.ts';

export interface ModelPortOptions {
  fetch?: typeof globalThis.fetch;
  pause?: Pause;
  /** Folder from which packages of the settings are loaded; default `~/.agent-home`. */
  packageFolder?: string;
}

/** Creates a model port for the AI SDK's provider interface, which is loaded on first use because most commands call no model. */
export function createModelPort(
  find: FindModel,
  { fetch = boundedFetch, pause, packageFolder }: ModelPortOptions = {},
): ModelPort {
  const models = new Map<string, Promise<OpenedModel>>();
  /** True for models that require `max_completion_tokens`, as learned from their refusals. */
  const limitNames = new Map<string, boolean>();
  const wantsCompletion = (model: ReachableModel) =>
    limitNames.get(getId(model)) ?? wantsCompletionTokens(model.name);
  // Building a provider's schemas takes longer than reading most responses, so each model is created once.
  const getModel = (model: ReachableModel): Promise<OpenedModel> => {
    const id = getId(model);
    const known = models.get(id);
    if (known) return known;
    const opened = loadApi(model).then((open) =>
      open(model, { fetch, wantsCompletion: () => wantsCompletion(model), packageFolder }),
    );
    models.set(id, opened);
    // The next request tries again, such as after a package was installed.
    opened.catch(() => models.delete(id));
    return opened;
  };
  return {
    async ask(request, context) {
      const configured = await find(request.provider, request.model, request.settingsKey);
      const learn: Learn = (model, isCompletion) => {
        const isNews = wantsCompletion(model) !== isCompletion;
        limitNames.set(getId(model), isCompletion);
        return isNews;
      };
      const read = readLearning(request, getModel, learn);
      return askWithRetries({ configured, read, pause }, request, context);
    },
  };
}

/** Stores which limit name a model accepts. Returns false if it was already known, because the refusal then has another reason. */
type Learn = (model: ReachableModel, isCompletion: boolean) => boolean;

function getId({ provider, api, package: module, url, key, name }: ReachableModel): string {
  return JSON.stringify([provider, api, module, url, key, name]);
}

/** Returns an attempt that is repeated once if the refusal names the other limit. */
function readLearning(
  request: ModelRequest,
  getModel: (model: ReachableModel) => Promise<OpenedModel>,
  learn: Learn,
): ReadAttempt {
  return async (asked, limits) => {
    const opened = await getModel(asked);
    try {
      return await readAttempt(request, { asked, opened }, limits);
    } catch (error) {
      const demanded = APICallError.isInstance(error) ? demandedLimit(error) : undefined;
      if (demanded === undefined || !learn(asked, demanded === 'max_completion_tokens')) throw error;
      return await readAttempt(request, { asked, opened }, limits);
    }
  };
}

async function readAttempt(
  request: ModelRequest,
  { asked, opened: { toOptions, ...opened } }: { asked: ReachableModel; opened: OpenedModel },
  { maxOutputTokens, signal, onText }: Parameters<ReadAttempt>[1],
): Promise<ReadAnswer> {
  const options = { ...toOptions({ ...request, maxOutputTokens }), abortSignal: signal };
  if (asked.stream === false) return readWhole(await opened.model.doGenerate(options), opened);
  const { stream } = await opened.model.doStream(options);
  return readStream(stream, onText, opened);
}
