import { combineSettings, decodeSettings } from '@agent-home/agent-runtime/definition';
import { expect, test } from 'vitest';
import { chooseModel } from './choose-model.ts';
import { chooseRepair } from './choose-repair.ts';

const getSettings = (document: object) => decodeSettings(JSON.stringify(document));
const models = {
  big: { provider: 'openai', model: 'gpt-big', contextWindow: 10_000, price: { input: 1, output: 9 } },
  small: { provider: 'openai', model: 'gpt-small', contextWindow: 4_000, price: { input: 2, output: 3 } },
};

test('only the operator’s settings choose the repair model', () => {
  const agent = { model: { name: 'big', params: {} } };
  const chosen = (...[global, project, options]: Parameters<typeof combineSettings>) => {
    const settings = combineSettings(global, project, options);
    const model = chooseModel(settings, agent);
    return { ...chooseRepair(settings, model), price: model.price };
  };
  const contextBounds = { limit_turns: 24, auto_compact: true };
  const without = getSettings({ models });
  expect(chosen(without)).toEqual({ contextBounds, price: { input: 1, output: 9 } });
  const usual = { max_candidates: 8, max_schema_bytes: 8_000, max_tools: 200, max_attempts: 1 };
  expect(chosen(getSettings({ models, toolCallRepair: {} }))).toMatchObject({
    repair: {
      names: true,
      arguments: true,
      unfit: false,
      provider: 'openai',
      model: 'gpt-big',
      context_window: 10_000,
      ...usual,
    },
  });
  const project = getSettings({
    toolCallRepair: { model: 'small', names: false, unfitArguments: true, maxCandidates: 2 },
    context: { limitTurns: 3, autoCompact: false },
  });
  expect(chosen(without, project)).toEqual({ contextBounds, price: { input: 1, output: 9 } });
  expect(chosen(without, project, { trusted: true })).toEqual({
    repair: {
      names: false,
      arguments: true,
      unfit: true,
      provider: 'openai',
      model: 'gpt-small',
      settings_key: 'small',
      context_window: 4_000,
      ...usual,
      max_candidates: 2,
    },
    contextBounds: { limit_turns: 3, auto_compact: false },
    // Repairs are paid from the same budget.
    price: { input: 2, output: 9 },
  });
  expect(() => chosen(getSettings({ models, toolCallRepair: { model: 'smal' } }))).toThrow(
    /did you mean small/,
  );
});
