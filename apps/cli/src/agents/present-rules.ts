import { type PresentOrder, pinPolicies, type ReadPresentRules } from '@agent-home/runtime-node';
import { type DefinitionPlaces, loadDefinitions, resolveAgent } from '@agent-home/runtime-node/definitions';
import { openLoadedDefinition, requireSoundSettings } from './open-agent.ts';
import { operatorOf } from './operator-of.ts';

/**
 * Reads the rules by the files of this moment each time a run continues, which may be days after it began.
 * @throws AgentCommandError where settings or an agent's file cannot be used: a run does not continue by unknown rules
 */
export function presentRulesIn(places: DefinitionPlaces): ReadPresentRules {
  return async (agents) => {
    const loaded = loadDefinitions(places);
    requireSoundSettings(loaded);
    const orders = new Map<string, PresentOrder>();
    for (const name of agents) {
      if (!resolveAgent(loaded, name)) continue;
      const { definition, policies, settings } = openLoadedDefinition(loaded, name);
      orders.set(name, {
        definition,
        policies: pinPolicies(definition, policies),
        limits: settings.limits,
      });
    }
    return { operator: operatorOf(loaded.settings), orders };
  };
}
