import type { JsonObject, JsonValue } from '@agent-home/protocol';
import fc from 'fast-check';
import type { AgentDefinition } from '../definition/agent-definition.ts';
import { mainAgent } from '../definition/fields.ts';
import { ownPromptRef } from '../definition/prompt-ref.ts';
import { isReservedParam } from '../definition/reserved-params.ts';

/** Generates text as authors write it, and hostile text: YAML's special values, control characters, emoji. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.constantFrom(
    '---',
    'null',
    'yes',
    '1.0',
    '0x1f',
    '# no comment',
    ' x: y',
    '- a',
    '&a',
    '*b',
    '!c',
    '%d',
    '@e',
    '`f',
  ),
  fc.constantFrom(
    'a\n---\nb',
    '\ttab',
    'ends \n',
    "it's",
    '"quoted"',
    '{a: 1}',
    '~',
    '<<',
    '2026-11-23',
    '\u0085\u2028',
    'é中😀',
  ),
);
const filled = text.filter((value) => value !== '');
const id = fc.stringMatching(/^[a-z][a-z0-9-]{2,12}$/).filter((name) => name !== mainAgent);
export const { json: anyJson } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => value + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(
      filled.filter((name) => name !== '__proto__'),
      tie('json'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
}));
const object = fc.dictionary(
  filled.filter((name) => name !== '__proto__'),
  anyJson,
  {
    maxKeys: 3,
    noNullPrototype: true,
  },
) as fc.Arbitrary<JsonObject>;
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const entry = fc.constantFrom(
  'read_file',
  'grep',
  'bash',
  'home.say',
  'mcp.github.*',
  'mcp.a.getIt',
  '*',
  'read-file',
  'ls',
);

const teamwork = fc
  .record(
    {
      triggers: fc.array(
        fc.record({
          intent: filled,
          keywords: fc.array(filled, { minLength: 1, maxLength: 2 }),
          priority: fc.integer({ min: 0, max: 10 }),
          match: fc.constantFrom('word', 'substring'),
        }),
        { maxLength: 2 },
      ),
      handoffs: fc.constantFrom(
        [],
        [{ to: 'code-fixer', when: "task.status == 'need-review'", payload: { schema: { type: 'object' } } }],
      ),
      subagents: fc.constantFrom(['*'], ['code-fixer', 'tester']),
      guardrails: fc.constantFrom(
        [{ name: 'sure', policy: 'repair', schema: { minimum: 0 } }],
        [{ name: 'own', policy: 'reject', validator: 'custom' }],
      ),
      memory: fc.constantFrom(
        { session: [] },
        { session: ['current_task'], long_term: { backend: 'redis', config: { index_name: 'x' } } },
      ),
      graph: fc.constant({
        entry: 'a',
        nodes: [{ name: 'a', agent: 'code-fixer' }],
        edges: [
          { from: 'a', to: 'a', condition: 'x' },
          { from: 'a', to: 'END' },
        ],
      }),
      tracing: fc.constant({ enabled: true, events: ['llm'], backend: 'console', sample_rate: 0.5 }),
    },
    { requiredKeys: [] },
  )
  .map((members) => ({ ...members }) as JsonObject);

const labels = fc
  .dictionary(
    filled.filter((name) => name !== '__proto__' && !name.startsWith('agent-home/')),
    text,
    {
      maxKeys: 3,
      noNullPrototype: true,
    },
  )
  .chain((own) =>
    optional(fc.constantFrom('#FF5733', 'teal')).map((color) => ({
      ...own,
      ...(color === undefined ? {} : { 'agent-home/color': color }),
    })),
  );

const model = fc
  .record(
    {
      provider: filled.filter((value) => [...value].length > 1 && value !== 'default'),
      name: filled.filter((value) => value !== 'default'),
    },
    { requiredKeys: [] },
  )
  .chain((named) => object.map((params) => ({ ...named, params })));

/** Prompts without blank lines around them. */
const prompt = fc
  .array(text, { minLength: 1, maxLength: 4 })
  .map((lines) =>
    lines
      .join('\n')
      .replaceAll('\r\n', '\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd(),
  )
  .filter((body) => body !== '' && body.replace(/^(?:[ \t]*\n)+/, '') === body);

const limits = fc.record(
  {
    maxTokens: fc.integer({ min: 256, max: 100_000 }),
    maxToolCalls: fc.integer({ min: 0, max: 99 }),
    timeoutMs: fc.integer({ min: 100, max: 9_999_999 }),
    maxTotalTokens: fc.integer({ min: 256, max: 1_000_000 }),
    maxCost: fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0),
  },
  { requiredKeys: ['maxTokens', 'maxToolCalls', 'timeoutMs'] },
);

/** Generates any valid definition, with a prompt of its own or one in a home. */
export const anyDefinition: fc.Arbitrary<AgentDefinition> = fc
  .record(
    {
      name: id,
      title: filled,
      description: text,
      version: fc.constantFrom('0.0.0', '1.2.3', 'v2.0.0-rc.1'),
      owner: filled.filter((value) => [...value].length > 1),
      labels,
      type: fc.constantFrom('conversational', 'workflow', 'batch'),
      runtime: fc.record({
        selector: fc.oneof(fc.constantFrom('native', 'agno'), text),
        params: object.map(
          (params) =>
            Object.fromEntries(
              Object.entries(params).filter(([name]) => !isReservedParam(name)),
            ) as JsonObject,
        ),
      }),
      model,
      tools: fc.record(
        { allow: fc.array(entry, { maxLength: 4 }), deny: fc.array(entry, { maxLength: 3 }) },
        { requiredKeys: ['deny'] },
      ),
      mcpServers: fc.array(fc.constantFrom('github', 'files', 'A_1'), { maxLength: 2 }),
      capabilities: fc.array(text, { maxLength: 2 }),
      policiesRef: fc.array(text, { maxLength: 2 }),
      limits,
      observability: fc.record({
        trace: fc.boolean(),
        costTracking: fc.boolean(),
        eventLevel: fc.constantFrom('minimal', 'standard', 'verbose'),
      }),
      scope: fc.constantFrom('global', 'project'),
      home: fc.record({ agent_id: id, topics: fc.array(filled, { maxLength: 2 }) }, { requiredKeys: [] }),
      teamwork,
      extensions: fc.dictionary(
        filled.map((name) => `x-${name}`),
        anyJson,
        {
          maxKeys: 2,
          noNullPrototype: true,
        },
      ) as fc.Arbitrary<JsonObject>,
      systemPrompt: optional(prompt),
      promptRef: optional(fc.constant('prompts/test_case_v1')),
    },
    {
      requiredKeys: [
        ...([
          'name',
          'title',
          'description',
          'version',
          'owner',
          'labels',
          'type',
          'runtime',
          'model',
        ] as const),
        ...(['tools', 'mcpServers', 'capabilities', 'policiesRef', 'limits', 'observability'] as const),
        ...(['teamwork', 'extensions', 'systemPrompt', 'promptRef'] as const),
      ],
    },
  )
  .map(({ promptRef, systemPrompt, ...rest }) => ({
    ...rest,
    systemPrompt,
    promptRef:
      systemPrompt === undefined
        ? 'home://salon/quiet'
        : (promptRef ?? ownPromptRef(rest.name, rest.version)),
  }));
