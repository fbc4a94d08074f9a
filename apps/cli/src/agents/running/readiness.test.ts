import { describe, expect, it } from 'vitest';
import { commandPlace } from '../../testing/command-place.ts';

const agent = (...lines: string[]) =>
  ['---', 'kind: agent', 'name: ada', 'title: Ada', ...lines, '---', 'You help.', ''].join('\n');
const model = { m: { provider: 'emulator', url: 'http://127.0.0.1:9/v1' } };
const toolSpec = `apiVersion: agent.platform/v1
kind: Tool
metadata: { name: send-mail, version: 1.0.0, owner: ada }
spec:
  inputsSchema: { type: object }
  outputsSchema: { type: object }
  auth: { type: none }
  sideEffects: false
  idempotent: true
  timeoutMs: 1000
`;

interface Kind {
  code: string;
  /** Lines of the agent's front matter. */
  lines?: string[];
  settings?: object;
  files?: Record<string, string>;
  line: number;
}

const kinds: Record<string, Kind> = {
  'no model': { code: 'model_not_configured', settings: { models: {} }, line: 2 },
  'two models and no default': {
    code: 'model_not_configured',
    settings: { models: { ...model, n: model.m } },
    line: 2,
  },
  'a model of another provider': {
    code: 'model_not_configured',
    lines: ['model: { provider: openai, name: m }'],
    line: 5,
  },
  'an unknown model': { code: 'unknown_model', lines: ['model: nonsuch'], line: 5 },
  'a provider that is not supported': {
    code: 'provider_not_supported',
    settings: { models: { m: { provider: 'nonsuch' } } },
    line: 2,
  },
  'a model without an address': {
    code: 'model_not_configured',
    settings: { models: { m: { provider: 'openai-compatible' } } },
    line: 2,
  },
  'a key that the vault does not have': {
    code: 'secret_not_configured',
    settings: { models: { m: { ...model.m, key: 'vault://nonsuch' } } },
    line: 2,
  },
  'a cost limit without a price': {
    code: 'price_missing',
    lines: ['limits: { maxCost: 1 }'],
    line: 2,
  },
  'a repairing model that is not there': {
    code: 'model_not_configured',
    settings: { models: model, toolCallRepair: { model: 'nonsuch' } },
    line: 2,
  },
  'an MCP tool of a server that the agent does not name': {
    code: 'unknown_tool',
    lines: ['tools:', '  allow: [mcp.github.get_issue]'],
    line: 6,
  },
  'a tool that is not there': { code: 'unknown_tool', lines: ['tools: { allow: [raed_file] }'], line: 5 },
  'an MCP server that is not configured': {
    code: 'unknown_server',
    lines: ['mcp: { servers: [github] }'],
    line: 5,
  },
  'a ToolSpec without a binding': {
    code: 'tool_not_bound',
    lines: ['tools:', '  allow: [grep, send-mail]'],
    files: { 'project/agents/tools/send-mail.tool.yaml': toolSpec },
    line: 6,
  },
  'a ToolSpec whose binding authenticates otherwise': {
    code: 'auth_not_configured',
    lines: ['tools: { allow: [send-mail] }'],
    files: {
      'project/agents/tools/send-mail.tool.yaml': toolSpec.replace('type: none', 'type: apiKey'),
    },
    settings: { models: model, tools: { 'send-mail': { command: ['true'] } } },
    line: 5,
  },
  'a ToolSpec that demands permissions': {
    code: 'permissions_not_supported',
    lines: ['tools: { allow: [send-mail] }'],
    files: { 'project/agents/tools/send-mail.tool.yaml': `${toolSpec}  permissions: [mail.send]\n` },
    settings: { models: model, tools: { 'send-mail': { command: ['true'] } } },
    line: 5,
  },
  'a memory backend without an address': {
    code: 'memory_not_configured',
    lines: ['memory:', '  long_term: { backend: redis }'],
    line: 6,
  },
  'a memory in PostgreSQL without an address': {
    code: 'memory_not_configured',
    lines: ['memory:', '  long_term: { backend: pgvector }'],
    line: 6,
  },
  'a memory in PostgreSQL without an embedding model': {
    code: 'model_not_configured',
    lines: ['memory:', '  long_term: { backend: pgvector }'],
    settings: { models: model, memory: { postgres: { url: 'postgres://memory.example' } } },
    line: 6,
  },
  'a vector store without an embedding model': {
    code: 'model_not_configured',
    lines: ['memory:', '  long_term: { backend: vector_store }'],
    line: 6,
  },
  'the runtime agno without an endpoint': {
    code: 'runtime_not_configured',
    lines: ['runtime: { selector: agno }'],
    line: 5,
  },
};

interface Said {
  code: string;
  severity?: string;
  remedy?: string;
  line: number;
}
const same = ({ code, severity, remedy, line }: Said) => ({ code, severity, remedy, line });

/** Adds members at any depth, as a user does with printed lines. */
function merge(one: object, other: object): object {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const present = merged[name];
    const areObjects = [present, value].every(
      (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    merged[name] = areObjects ? merge(present as object, value) : value;
  }
  return merged;
}

describe('readiness of agents', () => {
  it.each(Object.entries(kinds))('%s', async (_, { code, lines = [], settings, files, line }) => {
    const place = commandPlace({
      'home/.agent-home/settings.json': JSON.stringify(settings ?? { models: model }),
      'project/agents/ada.md': agent(...lines),
      ...files,
    });
    place.trust();
    const json = async (...words: string[]) => {
      const { code: exit, stdout } = await place.run(...words, '--format', 'json');
      return { exit, document: JSON.parse(stdout) };
    };
    const validated = await json('agents', 'validate', 'ada');
    const ofValidate = validated.document.checks.flatMap(({ problems }: { problems: Said[] }) => problems);
    const [first, ...others] = ofValidate.map(same);
    expect([first?.code, first?.line, others]).toEqual([code, line, []]);
    expect(validated.exit).toBe(1);
    const examined = await json('agents', 'doctor');
    expect([examined.exit, examined.document.problems.map(same)]).toEqual([1, [first]]);
    const listed = await json('agents', 'list');
    expect(listed.document.agents[0]).toMatchObject({ name: 'ada', valid: false });
    expect(listed.document.agents[0].problems.map(same)).toEqual([first]);
    const ran = await place.run('agents', 'run', 'ada', '-p', 'hello');
    expect([ran.code, ran.error]).toEqual([2, code]);
    expect(ran.stderr).toContain(`ada.md:${line}:`);
    if (first?.remedy !== undefined) expect(ran.stderr).toContain(first.remedy);
  });

  it('the lines that an error prints configure what is missing', async () => {
    for (const name of [
      'no model',
      'a key that the vault does not have',
      'a cost limit without a price',
      'a ToolSpec without a binding',
      'a memory backend without an address',
    ]) {
      const { code, lines = [], settings, files } = kinds[name] ?? { code: 'unknown' };
      const present = settings ?? { models: model };
      const file = 'home/.agent-home/settings.json';
      const place = commandPlace({
        [file]: JSON.stringify(present),
        'project/agents/ada.md': agent(...lines),
        ...files,
      });
      place.trust();
      const before = await place.run('agents', 'validate', 'ada');
      expect(before.stdout).toContain(`[${code}]`);
      const printed = /settings\.json ("[a-zA-Z]+":.*?\})(?=[;,]? [a-z[])/.exec(before.stdout)?.[1] ?? '';
      place.write(file, JSON.stringify(merge(present, JSON.parse(`{${printed}}`))));
      const after = await place.run('agents', 'validate', 'ada');
      expect([name, printed, after.stdout.includes(`[${code}]`)]).toEqual([name, printed, false]);
    }
  });

  it('all commands report the same readiness problems', async () => {
    const place = commandPlace({
      'home/.agent-home/settings.json': '{}',
      'project/agents/ada.md': agent(),
    });
    place.trust();
    expect((await place.run('agents', 'validate', '--all')).stdout).toContain('[model_not_configured]');
    expect((await place.run('agents', 'doctor')).stdout).toContain('[model_not_configured]');
    const listed = await place.run('agents', 'list');
    expect(listed.stdout).toMatch(/ada .* cannot run: model_not_configured/);
    expect(listed.stdout).not.toContain('Run one');
  });

  it('an unbound ToolSpec that no list names is a warning', async () => {
    const place = commandPlace({
      'home/.agent-home/settings.json': JSON.stringify({ models: model }),
      'project/agents/ada.md': agent(),
      'project/agents/tools/send-mail.tool.yaml': toolSpec,
    });
    place.trust();
    const { code, stdout } = await place.run('agents', 'validate', '--all');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ada \(project\): valid\n {4}.*warning: .* \[tool_not_bound\]/);
    expect((await place.run('agents', 'list')).stdout).toContain('Run one');
  });

  it('an unreadable skill is reported with its line', async () => {
    const place = commandPlace({
      'home/.agent-home/settings.json': JSON.stringify({ models: model }),
      'project/agents/ada.md': agent(),
      'project/agents/skills/letters/SKILL.md':
        '---\nname: letters\ndescription: Use when: a letter: is written\n---\nBegin with the name.\n',
      'home/.agent-home/agents/skills/poems/notes.md': 'no skill',
    });
    place.trust();
    for (const words of [['validate', '--all'], ['doctor']]) {
      const { code, stdout } = await place.run('agents', ...words);
      expect(code).toBe(1);
      expect(stdout).toMatch(/letters\/SKILL\.md:3:\d+: .*\[yaml_invalid\]/);
      expect(stdout).toMatch(/poems\/SKILL\.md:1:1: .*\[not_found\]/);
    }
  });
});
