import { expect, test } from 'vitest';
import { validateAgent } from './checks/validate-agent.ts';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import { makeProject } from './testing/project.ts';

const model = { provider: 'openai', url: 'http://127.0.0.1:1/v1', contextWindow: 4_096 };

function collectWarnings(words: number, limits = ''): { passed: boolean; codes: string[] } {
  using project = makeProject({
    'agents/settings.json': JSON.stringify({ models: { m: model } }),
    'agents/ada.md': `---\nkind: agent\nname: ada\ntitle: Ada\nmodel: m\n${limits}---\n${'word '.repeat(words)}\n`,
  });
  const loaded = loadDefinitions(project);
  const agent = findAgent(loaded, 'ada');
  const checks = agent ? validateAgent(agent, loaded) : [];
  return {
    passed: checks.every((check) => check.passed),
    codes: checks.flatMap(({ problems }) => problems.map(({ code }) => code)),
  };
}

test('warns of a prompt that alone has no room', () => {
  expect(collectWarnings(100)).toEqual({ passed: true, codes: [] });
  expect(collectWarnings(4_000)).toEqual({ passed: true, codes: ['prompt_too_long'] });
  expect(collectWarnings(1_000, 'limits: { maxTotalTokens: 500 }\n')).toEqual({
    passed: true,
    codes: ['prompt_too_long'],
  });
});
