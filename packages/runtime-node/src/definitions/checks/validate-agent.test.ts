import { describe, expect, it } from 'vitest';
import { findAgent, loadDefinitions } from '../loading/load-definitions.ts';
import { agentSpec, makeProject, markdownAgent } from '../testing/project.ts';
import { validateAgent } from './validate-agent.ts';

const settings = JSON.stringify({
  mcpServers: { github: { command: 'npx' } },
  models: { small: { provider: 'openai' } },
});

function checked(files: Record<string, string>, name = 'ada') {
  using project = makeProject({ 'agents/settings.json': settings, ...files });
  const loaded = loadDefinitions(project);
  const agent = findAgent(loaded, name);
  if (!agent) throw new Error(name);
  const checks = validateAgent(agent, loaded);
  return {
    passed: checks.filter((check) => check.passed).length,
    failed: checks.filter((check) => !check.passed).map((check) => check.name),
    found: checks.flatMap((check) => check.problems.map(({ code, line, nearest }) => [code, line, nearest])),
  };
}
const one = (...lines: string[]) => checked({ 'agents/ada.md': markdownAgent('ada', ...lines) });

describe('checks of a definition', () => {
  it('a sound definition passes all six checks', () => {
    const lines = [
      'model: small',
      'tools: { allow: [read_file, mcp.github.get_issue, home.say, "mcp.github.*"] }',
      'mcp: { servers: [github] }',
    ];
    expect(one(...lines)).toEqual({ passed: 6, failed: [], found: [] });
  });

  it('validation finds each unknown reference at its line', () => {
    expect(one('model: smal')).toMatchObject({ passed: 5, found: [['unknown_model', 5, 'small']] });
    expect(one('tools:', '  allow: [grep,', '   gerp]')).toMatchObject({
      failed: ['tools'],
      found: [['unknown_tool', 7, 'grep']],
    });
    expect(one('tools: { deny: [bsh_tool, bassh] }')).toMatchObject({
      found: [
        ['unknown_tool', 5, undefined],
        ['unknown_tool', 5, 'bash'],
      ],
    });
    expect(one('mcp: { servers: [githb] }')).toMatchObject({ found: [['unknown_server', 5, 'github']] });
    expect(one('tools: { allow: [mcp.github.x] }')).toMatchObject({
      found: [['unknown_tool', 5, undefined]],
    });
    expect(one('policiesRef: [strict]')).toMatchObject({
      failed: ['fields'],
      found: [['unknown_policy', 5, undefined]],
    });
    expect(one('handoffs:', '  - to: adam')).toMatchObject({ found: [['unknown_agent', 6, 'ada']] });
    expect(one('guardrails: [{ name: x, policy: reject, validator: custom }]')).toMatchObject({
      found: [['unknown_validator', 5, undefined]],
    });
    expect(one('triggers: [{ regex: "(?=x)" }]')).toMatchObject({
      found: [['unsupported_regex', 5, undefined]],
    });
  });

  it('reports unknown validators, bad schemas and duplicate names', () => {
    const named = JSON.stringify({ ...JSON.parse(settings), validators: { polite: { module: './x.mjs' } } });
    const found = (...lines: string[]) =>
      checked({ 'agents/settings.json': named, 'agents/ada.md': markdownAgent('ada', ...lines) }).found;
    const list = (...lines: string[]) => found('guardrails:', ...lines.map((line) => `  - ${line}`));
    expect(list('{ name: polite, policy: repair, validator: custom }')).toEqual([]);
    expect(list('{ name: polte, policy: reject, validator: custom }')).toEqual([
      ['unknown_validator', 6, 'polite'],
    ]);
    expect(list('{ name: a, policy: reject, schema: { type: [1] } }')).toEqual([
      ['invalid_value', 6, undefined],
    ]);
    expect(list('{ name: a, policy: reject, schema: { $ref: "#/nowhere" } }')).toEqual([
      ['invalid_value', 6, undefined],
    ]);
    expect(
      list('{ name: a, policy: reject, schema: {} }', '{ name: a, policy: repair, schema: {} }'),
    ).toEqual([['duplicate_name', 7, undefined]]);
  });

  it('gives the position in an AgentSpec', () => {
    const files = (lines: string[]) => ({
      'agents/ada/agent.yaml': agentSpec('ada', ...lines),
      'agents/ada/prompts/own.md': 'x',
    });
    expect(checked(files(['tools:', '  - grep', '  - raed-file']))).toMatchObject({
      found: [
        ['unknown_model', 6, undefined],
        ['unknown_tool', 11, 'read_file'],
      ],
    });
  });

  it('an empty body fails one check, and what cannot be read fails all', () => {
    const empty = markdownAgent('ada').replace('You help.\n', '');
    expect(checked({ 'agents/ada.md': empty })).toMatchObject({ passed: 5, failed: ['prompt'] });
    expect(checked({ 'agents/ada.md': '---\n' })).toMatchObject({ passed: 0 });
    expect(one('modle: x')).toMatchObject({
      passed: 1,
      failed: ['fields', 'model', 'tools', 'servers', 'prompt'],
    });
  });
});
