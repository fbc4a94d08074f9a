import type { ModelApi, ModelSettings } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import type { Scope } from '../../authoring/agent-answers.ts';
import { addingChanges } from '../../models/add-model.ts';
import { listedPrice, writePrice } from '../../models/listed-price.ts';
import { changedSettings, readSettingsText, saveSettings } from '../../models/settings-file.ts';
import { requireSoundSettings } from '../../running/open-agent.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

export interface AddModelFlags extends ProjectFlags {
  model?: string;
  provider?: string;
  api?: ModelApi;
  url?: string;
  keyEnv?: string;
  contextWindow?: number;
  price?: NonNullable<ModelSettings['price']>;
  default: boolean;
  replace: boolean;
  scope: Scope;
  dryRun: boolean;
}

/**
 * `agent-home models add NAME`: adds a model to the settings, and a vault entry for the variable of its key.
 * @throws AgentCommandError `invalid_arguments`, `model_exists`
 * @throws AuthoringError if the settings were not written
 */
export function addModel(name: string, flags: AddModelFlags): void {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const file = readSettingsText(loaded.places, flags.scope);
  if (Object.hasOwn(file.settings.models ?? {}, name) && !flags.replace)
    throw new AgentCommandError(
      'model_exists',
      `the settings already have a model ${shownText(name)}: use another name, or pass --replace`,
    );
  const model = toSettings(flags);
  const changes = addingChanges(file.settings, {
    name,
    model,
    keyVariable: flags.keyEnv,
    isDefault: flags.default,
  });
  const changed = changedSettings(file, changes);
  if (!flags.dryRun) saveSettings(file, changed);
  const listed = model.price === undefined ? listedPrice(model, model.model ?? name) : undefined;
  const isMissing = flags.keyEnv !== undefined && (process.env[flags.keyEnv] ?? '') === '';
  if (flags.format === 'json') {
    const proposal = listed === undefined ? {} : { listed_price: listed };
    console.log(
      jsonDocument({ dryRun: flags.dryRun, name, settings: file.path, key_missing: isMissing, ...proposal }),
    );
    return;
  }
  console.log(
    `${shownText(name)} ${flags.dryRun ? 'would be added' : 'is added'} to ${shownText(file.path)}`,
  );
  if (isMissing) console.log(`  ${flags.keyEnv} is not set: export it before a run`);
  if (listed !== undefined)
    console.log(
      `  no price is set; ${listed.date} it was ${writePrice(listed.price)} USD (${listed.source}): check it, then pass --replace --price ${writePrice(listed.price)}`,
    );
  if (flags.scope === 'project')
    console.log('  the settings of the project changed: review them with agent-home agents trust');
  console.log(`Test it: agent-home models test ${shownText(name)}`);
}

function toSettings(flags: AddModelFlags): ModelSettings {
  const { model, url, api, contextWindow, price } = flags;
  const provider = flags.provider ?? (url === undefined ? 'openai' : 'openai-compatible');
  if (provider === 'openai-compatible' && url === undefined)
    throw new AgentCommandError('invalid_arguments', 'the provider openai-compatible needs --url');
  return {
    provider,
    ...(model === undefined ? {} : { model }),
    ...(url === undefined ? {} : { url }),
    ...(api === undefined ? {} : { api }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
    ...(price === undefined ? {} : { price }),
  };
}
