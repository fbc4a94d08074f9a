import type { PromptBundle } from '@agent-home/protocol';
import { PromptError } from '../errors/prompt-error.ts';

const parameter = /\{\{\s*([a-z][a-z0-9_]{0,39})\s*\}\}/g;

/**
 * Renders the prompt of a scenario: the base prompt, then the template with every `{{name}}` replaced from the preset and the given
 * parameters, which take precedence. Values are inserted unchanged and are not searched for parameters, so that untrusted text
 * cannot reach one.
 * @throws PromptError
 */
export function renderPrompt(
  bundle: PromptBundle,
  scenarioId: string,
  options: { preset?: string; parameters?: Record<string, string> } = {},
): string {
  const scenario = bundle.scenarios.find((each) => each.scenario_id === scenarioId);
  if (!scenario) throw new PromptError('unknown_scenario', `the prompt bundle has no scenario ${scenarioId}`);
  const preset = scenario.presets?.find((each) => each.preset_id === options.preset);
  if (options.preset !== undefined && !preset)
    throw new PromptError('unknown_preset', `scenario ${scenarioId} has no preset ${options.preset}`);
  const values = new Map([
    ...Object.entries(preset?.parameters ?? {}),
    ...Object.entries(options.parameters ?? {}),
  ]);
  const filled = scenario.template.replaceAll(parameter, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined)
      throw new PromptError(
        'missing_parameter',
        `scenario ${scenarioId} needs a value for the parameter ${name}`,
      );
    return value;
  });
  return bundle.base_prompt === '' ? filled : `${bundle.base_prompt}\n\n${filled}`;
}
