import { nearestName } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { createModelPort, findModels, SetupError, Vault } from '@agent-home/runtime-node';
import {
  type LoadedDefinitions,
  loadDefinitions,
  placesOfPrograms,
} from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../../errors/command-errors.ts';
import { jsonDocument } from '../../../terminal/json-document.ts';
import { preview } from '../../../terminal/untrusted-text.ts';
import { type ModelTrial, testModel } from '../../models/test-model.ts';
import { requireSoundSettings } from '../../running/open-agent.ts';
import type { ProjectFlags } from '../../running/project-flags.ts';
import { projectPlaces } from '../../running/project-places.ts';

/**
 * `agent-home models test [NAMES]`: sends each model a small request. Returns 0 if all respond, 1 otherwise.
 * @throws AgentCommandError `model_not_configured`
 */
export async function testModels(names: readonly string[], flags: ProjectFlags): Promise<0 | 1> {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const trials: ModelTrial[] = [];
  for (const name of chosenModels(loaded, names)) {
    const trial = await tryModel(loaded, name);
    trials.push(trial);
    if (flags.format !== 'json') for (const line of toLines(trial)) console.log(line);
  }
  if (flags.format === 'json') console.log(jsonDocument({ models: trials }));
  return trials.every(({ ok }) => ok) ? 0 : 1;
}

/** Tests one model of loaded settings. Errors of the settings and of the key become results. */
export async function tryModel(loaded: LoadedDefinitions, name: string): Promise<ModelTrial> {
  const { settings } = loaded;
  const model = settings.models[name];
  if (model === undefined)
    throw new AgentCommandError('model_not_configured', `the settings have no model ${name}`);
  const environment = process.env;
  const vault = new Vault(settings.vault, {
    environment,
    placeOf: placesOfPrograms(loaded, environment)('vault'),
  });
  const find = findModels(settings, vault);
  try {
    await find(model.provider, model.model ?? name, name);
    return await testModel(createModelPort(find), name, model, { signal: AbortSignal.timeout(120_000) });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { name, ok: false, code: error.code, message: error.message };
  }
}

function chosenModels({ settings: { models } }: LoadedDefinitions, names: readonly string[]): string[] {
  const known = Object.keys(models);
  if (known.length === 0)
    throw new AgentCommandError(
      'model_not_configured',
      'the settings have no model: run agent-home agents init, or agent-home models add',
    );
  for (const name of names) {
    if (known.includes(name)) continue;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? '' : `; did you mean ${shownText(nearest)}?`;
    throw new AgentCommandError(
      'model_not_configured',
      `the settings have no model ${shownText(name)}${hint}`,
    );
  }
  return names.length > 0 ? [...new Set(names)] : known;
}

function toLines(trial: ModelTrial): string[] {
  const name = shownText(trial.name);
  if (!trial.ok)
    return [`✗ ${name}: ${preview(trial.message ?? '', 300)} [${shownText(trial.code ?? 'failed')}]`];
  const { first_text_ms: first, elapsed_ms: elapsed, input_tokens: input, output_tokens: output } = trial;
  return [
    `✓ ${name}: responds in ${elapsed} ms${first === undefined ? '' : `, first text after ${first} ms`}; ${input} tokens in, ${output} out`,
    trial.calls_tools === true
      ? '  calls tools'
      : '  ! did not call the tool that it was offered: agents of this model may not work with tools',
  ];
}
