import type { Problem } from '@agent-home/agent-runtime/definition';
import { estimateTokens } from '@agent-home/protocol';
import { usualWindow } from '../../setup/choose-model.ts';
import { reservedOutput } from '../../setup/reserved-output.ts';
import type { LoadedDefinitions } from '../loading/load-definitions.ts';
import type { LoadedAgent } from '../loading/loaded-agent.ts';
import type { Report } from './check-references.ts';

/** Warns of a system prompt that exceeds the model's window or `maxTotalTokens` by itself, so that each run would fail. */
export function promptWarnings(
  { draft }: LoadedAgent,
  { configured }: LoadedDefinitions,
  report: Report,
): Problem[] {
  const { systemPrompt, model, limits } = draft ?? {};
  if (systemPrompt === undefined) return [];
  const [only, ...others] = Object.keys(configured.models);
  const key = model?.name ?? configured.agents.model ?? (others.length === 0 ? only : undefined);
  const found =
    key !== undefined && Object.hasOwn(configured.models, key) ? configured.models[key] : undefined;
  const tokens = estimateTokens(systemPrompt);
  const warn = (message: string) =>
    report('prompt_too_long', [], message, undefined, { severity: 'warning' });
  const window = found?.contextWindow ?? usualWindow;
  const room = window - reservedOutput(window, found?.maxOutputTokens);
  const total = limits?.maxTotalTokens ?? configured.limits.maxTotalTokens;
  return [
    ...(found === undefined || tokens <= room
      ? []
      : warn(
          `the prompt of about ${tokens} tokens has no room in the ${room} that model ${key} leaves for it: shorten it, or set a larger models.${key}.contextWindow`,
        )),
    ...(total === undefined || tokens <= total
      ? []
      : warn(
          `the prompt of about ${tokens} tokens exceeds maxTotalTokens ${total}: shorten it, or raise limits.maxTotalTokens`,
        )),
  ];
}
