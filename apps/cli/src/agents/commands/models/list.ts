import type { ModelSettings, Settings } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions } from '@agent-home/runtime-node/definitions';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { toTable } from '../../../terminal/table.ts';
import { type ListedPrice, listedPrice, writePrice } from '../../models/listed-price.ts';
import { requireSoundSettings } from '../../running/open-agent.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

interface ListedModel {
  name: string;
  provider: string;
  /** Name at the provider. */
  model: string;
  url?: string;
  /** Source of the API key; the key itself is not read. */
  key?: string;
  /** False if the key comes from a variable that is not set. */
  key_is_set: boolean;
  is_default: boolean;
  /** Price of the settings, which costs are computed by. */
  price?: ModelSettings['price'];
  /** Price of a public list, if the settings have none. */
  listed_price?: ListedPrice;
}

/** `agent-home models list`: prints the models of the effective settings. Reads no key and sends no request. */
export function listModels(flags: ProjectFlags): void {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const models = collectModels(loaded.settings, process.env);
  const waiting = Object.keys(loaded.configured.models).filter(
    (name) => !Object.hasOwn(loaded.settings.models, name),
  );
  if (flags.format === 'json') {
    console.log(jsonDocument({ models, waiting_for_trust: waiting }));
    return;
  }
  if (models.length === 0)
    console.log('No model is configured. Find one: agent-home agents init. Add one: agent-home models add');
  else
    console.log(
      toTable(
        ['name', 'provider', 'model', 'key', 'price', ''],
        models.map((model) => [
          shownText(model.name),
          shownText(model.provider),
          shownText(model.model),
          shownText(model.key === undefined ? 'none' : `${model.key}${model.key_is_set ? '' : ' (not set)'}`),
          describePrice(model),
          model.is_default ? 'default' : '',
        ]),
      ),
    );
  for (const name of waiting)
    console.log(`${shownText(name)} of this project is used after a review: agent-home agents trust`);
}

function describePrice({ price, listed_price: listed }: ListedModel): string {
  if (price) return writePrice(price);
  return listed === undefined ? 'none' : `none (${writePrice(listed.price)} USD on ${listed.date})`;
}

function collectModels(
  { models, vault, agents }: Pick<Settings, 'models' | 'vault' | 'agents'>,
  environment: NodeJS.ProcessEnv,
): ListedModel[] {
  const names = Object.keys(models);
  const usual = agents.model ?? (names.length === 1 ? names[0] : undefined);
  return Object.entries(models).map(([name, entry]) => {
    const { provider, model = name, url, key, price } = entry;
    const listed = price === undefined ? listedPrice(entry, model) : undefined;
    const secret = key === undefined ? undefined : key.slice('vault://'.length);
    const source = secret !== undefined && Object.hasOwn(vault, secret) ? vault[secret] : undefined;
    const described =
      source?.env ?? source?.file ?? (source?.command ? `output of ${source.command[0]}` : undefined);
    return {
      name,
      provider,
      model,
      ...(url === undefined ? {} : { url }),
      ...(key === undefined ? {} : { key: described ?? `${key} (not in the vault)` }),
      key_is_set:
        key === undefined ||
        (source !== undefined && (source.env === undefined || (environment[source.env] ?? '') !== '')),
      is_default: name === usual,
      ...(price === undefined ? {} : { price }),
      ...(listed === undefined ? {} : { listed_price: listed }),
    };
  });
}
