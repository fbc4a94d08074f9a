import { expect, test } from 'vitest';
import { checkReferences } from './checks/check-references.ts';
import { findAgent, loadDefinitions } from './loading/load-definitions.ts';
import { makeProject } from './testing/project.ts';

function collectProblems(params: string, provider = 'openai') {
  using project = makeProject({
    'agents/settings.json': JSON.stringify({ models: { m: { provider, url: 'http://127.0.0.1:1/v1' } } }),
    'agents/ada.md': `---\nkind: agent\nname: ada\ntitle: Ada\nmodel:\n  name: m\n  params:\n    ${params}\n---\nYou help.\n`,
  });
  const loaded = loadDefinitions(project);
  const agent = findAgent(loaded, 'ada');
  return agent ? checkReferences(agent, loaded) : [];
}

test('rejects an unknown model parameter with its position', () => {
  expect(collectProblems('top_p: 0.5')).toEqual([]);
  expect(collectProblems('topp: 0.5')).toMatchObject([
    { code: 'model_param_refused', line: 8, column: 11, nearest: 'top_p' },
  ]);
  expect(collectProblems('top_p: 5')).toMatchObject([{ code: 'model_param_refused', line: 8 }]);
  expect(collectProblems('top_k: 5')).toMatchObject([{ code: 'model_param_refused' }]);
  expect(collectProblems('top_k: 5', 'openai-compatible')).toEqual([]);
});
