import type { BadFile } from './bad-file.ts';
import { agentSpec } from './project.ts';

const specPath = 'agents/bad-spec/agent.yaml';
const spec = (...lines: string[]) => agentSpec('bad-spec', ...lines);
const tool =
  'apiVersion: agent.platform/v1\nkind: Tool\nmetadata: { name: own-tool, version: 1.0.0, owner: ada }\nspec:\n';
const policy =
  'apiVersion: agent.platform/v1\nkind: Policy\nmetadata: { name: strict, version: 1.0.0, owner: ada }\nspec:\n';

export const badSpecs: BadFile[] = [
  ['tools left out', specPath, spec(), 'missing_field', 5],
  ['an empty promptRef', specPath, spec('tools: []').replace('prompts/own', '""'), 'invalid_value', 7],
  ['a prompt that is not there', specPath, spec('tools: []'), 'prompt_missing', 7],
  ['an underscore in a tool', specPath, spec('tools: [read_file]'), 'invalid_value', 9],
  [
    'two lists of tools that disagree',
    specPath,
    spec('tools: [grep]').replace('{ selector: native }', '{ params: { tools: { every: true } } }'),
    'tools_disagree',
    9,
  ],
  ['another apiVersion', specPath, spec('tools: []').replace('/v1', '/v2'), 'invalid_value', 1],
  [
    'a member of metadata that nobody knows',
    specPath,
    spec('tools: []').replace('owner:', 'team: x, owner:'),
    'unknown_field',
    3,
  ],
  [
    'a label of ours that nobody knows',
    specPath,
    spec('tools: []').replace('owner:', 'labels: { agent-home/titel: x }, owner:'),
    'reserved_name',
    3,
  ],
  [
    'a parameter of ours of another type',
    specPath,
    spec('tools: []').replace('native }', 'native, params: { mcp: [x] } }'),
    'wrong_type',
    8,
  ],
  ['a second document', specPath, `${spec('tools: []')}---\na: 1\n`, 'yaml_invalid', 10],
  ['another YAML', specPath, `%YAML 1.1\n---\n${spec('tools: []')}`, 'yaml_invalid', 1],
  ['JSON with a comma too many', 'agents/bad-spec/agent.json', '{\n  "kind": "Agent",\n}', 'json_invalid', 3],
  ['YAML in a file of JSON', 'agents/bad-spec/agent.json', 'kind: Agent\n', 'json_invalid', 1],
  [
    'JSON with a name given twice',
    'agents/bad-spec/agent.json',
    '{\n\t"kind": "Agent",\n\t"kind": "Agent"\n}',
    'duplicate_key',
    3,
  ],
  [
    'retry 11',
    'agents/tools/own_tool.tool.yaml',
    `${tool}  inputsSchema: {}\n  outputsSchema: {}\n  retry: 11\n`,
    'invalid_value',
    7,
  ],
  [
    'a tool of another name',
    'agents/tools/other.tool.yaml',
    `${tool}  inputsSchema: {}\n  outputsSchema: {}\n`,
    'name_mismatch',
    3,
  ],
  [
    'a tool without outputsSchema',
    'agents/tools/own-tool.tool.yaml',
    `${tool}  inputsSchema: {}\n`,
    'missing_field',
    5,
  ],
  [
    'an empty list of rules',
    'agents/policies/strict.policy.yaml',
    `${policy}  rules: []\n`,
    'invalid_value',
    5,
  ],
  [
    'an effect there is not',
    'agents/policies/strict.policy.yaml',
    `${policy}  rules:\n    - { effect: ask, action: tool.call }\n`,
    'invalid_value',
    6,
  ],
  [
    'a condition that nobody knows',
    'agents/policies/strict.policy.yaml',
    `${policy}  rules:\n    - effect: deny\n      action: tool.call\n      conditions: { wehn: "true" }\n`,
    'unknown_field',
    8,
  ],
  ['a file that is no spec', 'agents/policies/notes.txt', 'x', 'ambiguous_file', 1],
];

const settingsPath = 'agents/settings.json';
const settings = (...lines: string[]) => `{\n${lines.join(',\n')}\n}\n`;

export const badSettings: BadFile[] = [
  ['settings that are no JSON', settingsPath, '{', 'json_invalid', 1],
  ['settings that are a list', settingsPath, '[]', 'wrong_type', 1],
  ['a member that nobody knows', settingsPath, settings('"mcpServer": {}'), 'unknown_field', 2],
  [
    'a server without command or address',
    settingsPath,
    settings('"agents": {}', '"mcpServers": { "a": {} }'),
    'invalid_value',
    3,
  ],
  [
    'a server with both',
    settingsPath,
    settings('"mcpServers": { "a": { "command": "x", "url": "http://x" } }'),
    'invalid_value',
    2,
  ],
  [
    'arguments that are no list',
    settingsPath,
    settings('"mcpServers": {', '"a": { "command": "x", "args": "y" } }').replace('{,', '{'),
    'wrong_type',
    3,
  ],
  [
    'a key that is no handle',
    settingsPath,
    settings('"models": { "m": { "provider": "openai", "key": "sk-1" } }'),
    'invalid_value',
    2,
  ],
  [
    'an address that is none',
    settingsPath,
    settings('"models": { "m": { "provider": "openai", "url": "file:///x" } }'),
    'invalid_value',
    2,
  ],
  [
    'a fallback there is not',
    settingsPath,
    settings('"models": { "m": { "provider": "openai", "fallbacks": ["n"] } }'),
    'unknown_model',
    2,
  ],
  [
    'a level there is not',
    settingsPath,
    settings('"approvals": { "autoApprove": ["save"] }'),
    'invalid_value',
    2,
  ],
  [
    'a variable with a blank',
    settingsPath,
    settings('"vault": { "a": { "env": "A B" } }'),
    'invalid_value',
    2,
  ],
  ['__proto__', settingsPath, settings('"__proto__": {}'), 'forbidden_key', 2],
  ['a name given twice', settingsPath, settings('"agents": {}', '"agents": {}'), 'duplicate_key', 3],
  ['settings of a megabyte', settingsPath, settings(`"x-a": "${'y'.repeat(1_000_000)}"`), 'too_large', 1],
];
