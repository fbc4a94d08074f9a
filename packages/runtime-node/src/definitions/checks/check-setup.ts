import {
  type AgentDefinition,
  type PolicySpec,
  type Problem,
  problemCodes,
  type Settings,
  type Teamwork,
  teamworkSchema,
} from '@agent-home/agent-runtime/definition';
import { compilePolicy, PolicySpecError, smallestLimits } from '@agent-home/agent-runtime/policy';
import { asJson, type JsonObject } from '@agent-home/protocol';
import { exampleAddresses } from '../../memory/example-addresses.ts';
import { chooseEmbeddingModel, chooseModel, getConnection } from '../../setup/choose-model.ts';
import { chooseRepair } from '../../setup/choose-repair.ts';
import { addToSettings, addToVault } from '../../setup/settings-lines.ts';
import { SetupError } from '../../setup/setup-error.ts';
import { findPolicy } from '../loading/find-policy.ts';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import { checkBindings } from './check-bindings.ts';
import type { Member, Report } from './check-references.ts';

/** Checks the settings that a run of the agent needs: its runtime, a model, bindings of its tools, a memory backend. */
export function checkSetup(
  agent: LoadedAgent,
  definition: AgentDefinition,
  loaded: LoadedDefinitions,
  report: Report,
): Problem[] {
  const { configured: settings } = loaded;
  return [
    ...checkRuntime(definition, loaded, report),
    ...checkModel(agent, definition, loaded, report),
    ...checkBindings(agent, definition, loaded, report),
    ...checkMemory(teamworkSchema.parse(definition.teamwork), settings, report),
  ];
}

function checkRuntime(
  { runtime: { selector } }: AgentDefinition,
  { places: { runtimes = [] } }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const known = runtimes.find((each) => each.selector === selector);
  if (selector === 'native' || known?.isConfigured) return [];
  const message = known
    ? `the runtime ${selector} is not set up on this machine`
    : `this program has no runtime ${selector}`;
  const others = runtimes.map((each) => `, ${each.selector}`).join('');
  const remedy = known
    ? `${known.remedy} (docs/other-runtimes.md), or write runtime: { selector: native }`
    : `write runtime: { selector: NAME } with one of these: native${others}`;
  return report('runtime_not_configured', ['runtime', 'selector'], message, undefined, { remedy });
}

function checkModel(
  agent: LoadedAgent,
  definition: AgentDefinition,
  loaded: LoadedDefinitions,
  report: Report,
): Problem[] {
  const { configured: settings } = loaded;
  const wanted = definition.model.name ?? settings.agents.model;
  // Already reported as `unknown_model` by the check of references.
  if (wanted !== undefined && !Object.hasOwn(settings.models, wanted)) return [];
  return attempted(['model'], report, () => {
    const model = chooseModel(settings, definition);
    chooseRepair(settings, model);
    const key = wanted ?? Object.keys(settings.models)[0] ?? '';
    const found = settings.models[key];
    if (found) {
      getConnection(key, found, settings.ofProject.models);
      requireSecret(found.key, settings);
    }
    if (model.price === undefined && costIsLimited(agent, definition, loaded))
      throw new SetupError(
        'price_missing',
        `maxCost is set, but model ${key} or one of its fallbacks has no price per million tokens: ${addToSettings({ models: { [key]: { price: { input: 1, output: 2 } } } })}, with the prices of the provider`,
      );
  });
}

function requireSecret(handle: string | undefined, { vault }: Settings): void {
  const name = handle?.replace(/^vault:\/\//, '');
  if (name !== undefined && !Object.hasOwn(vault, name))
    throw new SetupError(
      'secret_not_configured',
      `the vault of the settings has no entry ${name}: ${addToVault(name)}`,
    );
}

function costIsLimited(agent: LoadedAgent, definition: AgentDefinition, loaded: LoadedDefinitions): boolean {
  const policies = definition.policiesRef.flatMap((name) => findPolicy(agent, loaded, name)?.spec ?? []);
  const all = [definition.limits, loaded.configured.limits, ...policies.map(policyLimits)];
  return smallestLimits(all).maxCost !== undefined;
}

/** Returns no limits for a rejected policy; the reference check reports it. */
function policyLimits({ metadata: { name, version }, spec }: PolicySpec) {
  try {
    return compilePolicy({ name, version, sha256: '', spec: asJson(spec) }).limits;
  } catch (error) {
    if (error instanceof PolicySpecError) return {};
    throw error;
  }
}

function checkMemory({ memory }: Teamwork, settings: Settings, report: Report): Problem[] {
  const longTerm = memory?.long_term;
  const member: Member = ['memory', 'long_term', 'backend'];
  const withoutAddress = (server: string, example: JsonObject) =>
    report(
      'memory_not_configured',
      member,
      `the settings have no ${server} address for the memory backend`,
      undefined,
      { remedy: addToSettings(example) },
    );
  if (longTerm?.backend === 'redis' && !settings.memory.redis)
    return withoutAddress('Redis', exampleAddresses.redis);
  if (longTerm?.backend === 'pgvector' && !settings.memory.postgres)
    return withoutAddress('PostgreSQL', exampleAddresses.pgvector);
  if (longTerm?.backend !== 'vector_store' && longTerm?.backend !== 'pgvector') return [];
  return attempted(member, report, () => chooseEmbeddingModel(settings, longTerm.config.embedding_model));
}

const remedies: Partial<Record<Problem['code'], string>> = {
  model_not_configured: 'models of ~/.agent-home/settings.json configures them',
  provider_not_supported: 'change its provider in models of the settings',
  provider_package_refused: 'the file of the project must not have it',
  price_missing: 'or remove maxCost',
};

/** Reports the error that opening a run would throw. */
function attempted(member: Member, report: Report, open: () => unknown): Problem[] {
  try {
    open();
    return [];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const code = problemCodes.find((known) => known === error.code);
    if (code === undefined) throw error;
    const remedy = remedies[code];
    return report(code, member, error.message, undefined, remedy === undefined ? {} : { remedy });
  }
}
