import { type JudgeModel, JudgeModelError } from '@agent-home/platform';
import { shownText } from '@agent-home/protocol';
import { createModelPort } from '@agent-home/runtime-node';
import type { DefinitionPlaces } from '@agent-home/runtime-node/definitions';
import { HomeError } from '../../errors/command-errors.ts';
import { readConfiguredModel } from './read-configured-model.ts';

/**
 * Opens the model of AGENT_HOME_JUDGE_MODEL. It is offered no tool, so that no text of an agent can make it act.
 * @throws HomeError `judge_model_not_configured`, AgentCommandError `invalid_settings`
 */
export async function openJudgeModel(
  name: string,
  environment: NodeJS.ProcessEnv,
  places?: DefinitionPlaces,
): Promise<JudgeModel> {
  const fail = (reason: string, cause: unknown) =>
    new HomeError(
      'judge_model_not_configured',
      `AGENT_HOME_JUDGE_MODEL=${shownText(name)} cannot be used: ${reason}. Add the model to "models" in ~/.agent-home/settings.json, or unset the variable`,
      { cause },
    );
  const { model, find } = await readConfiguredModel(name, fail, environment, places);
  const port = createModelPort(find);
  return {
    name,
    async respond({ instruction, content, maxTokens }, { signal, timeoutMs }) {
      const outcome = await port.ask(
        {
          provider: model.provider,
          model: model.name,
          ...(model.settingsKey === undefined ? {} : { settingsKey: model.settingsKey }),
          params: {},
          system: instruction,
          messages: [{ role: 'user', content }],
          tools: [],
          maxOutputTokens: Math.min(maxTokens, model.reservedOutput),
        },
        { signal, onText: () => undefined, leftMs: timeoutMs },
      );
      if ('answered' in outcome) return outcome.answered.content;
      const { code, message } = outcome.failed;
      throw new JudgeModelError('unavailable', `${message} [${code}]`);
    },
  };
}
