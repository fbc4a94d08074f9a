import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTool, getStart, playRun } from '../testing/play-run.ts';

const tools = [
  createTool({ name: 'read_file', aliases: ['cat', 'open_file'] }),
  createTool({ name: 'write_file', side_effects: true }),
  createTool({ name: 'bash' }),
  createTool({ name: 'home.say', source: 'home' }),
  createTool({ name: 'mcp.files.read_file', source: 'mcp' }),
  createTool({ name: 'mcp.files.bash', source: 'mcp' }),
  createTool({ name: 'mcp.git.log', source: 'mcp' }),
];
const limits = { ...getStart().limits, max_tool_calls: 1_000_000 };
const model = { ...getStart().model, context_window: 10_000_000 };

/** Names of a tool, by denied tool. A server's tool of the same name is denied too. */
const collectNames: Record<string, { written: string[]; tools: string[] }> = {
  read_file: {
    written: ['read_file', 'read-file', 'cat', 'open_file', 'mcp.files.read_file', 'mcp__files__read_file'],
    tools: ['read_file', 'mcp.files.read_file'],
  },
  bash: {
    written: ['bash', 'mcp.files.bash', 'mcp__files__bash', 'mcp-files-bash'],
    tools: ['bash', 'mcp.files.bash'],
  },
  write_file: { written: ['write_file', 'write-file'], tools: ['write_file'] },
  'home.say': { written: ['home.say', 'home__say', 'home-say'], tools: ['home.say'] },
};

const separator = fc.constantFrom(
  '_',
  '-',
  '.',
  ' ',
  '/',
  '__',
  '',
  '＿',
  '－',
  '\u200b',
  '\u00ad',
  '::',
  '\t',
  '‿',
);
const style = fc.constantFrom('lower', 'upper', 'title', 'wide', 'upperWide', 'mixed');
const around = fc.constantFrom('', '', ' ', '_', '\u200b', '\ufeff', '"', '`', '()', '\n');

/** Generates spellings of a tool's names that a model, or an attacker evading a deny, may write. */
const spelling = (names: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...names),
      separator,
      fc.array(style, { minLength: 1, maxLength: 5 }),
      around,
      around,
    )
    .map(([name, between, styles, before, after]) => {
      const words = name.split(/[._-]+/);
      return `${before}${words.map((word, index) => styled(word, styles[index % styles.length])).join(between)}${after}`;
    });

function styled(word: string, how: string | undefined): string {
  const wide = (text: string) =>
    text.replace(/[a-zA-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  if (how === 'upper') return word.toUpperCase();
  if (how === 'title') return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  if (how === 'wide') return wide(word);
  if (how === 'upperWide') return wide(word.toUpperCase());
  if (how === 'mixed')
    return [...word].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter)).join('');
  return word;
}

/** Puts all spellings into one model response, each call with its own arguments. */
function callAll(spellings: readonly string[], started: Parameters<typeof getStart>[0]) {
  const calls = spellings.map((name, index) => ({
    // Some ids are duplicates or empty.
    id: index % 17 === 16 ? 'id_0' : index % 23 === 22 ? '' : `id_${index}`,
    name,
    arguments: { path: `${index}` },
  }));
  const again = calls.slice(0, 10).map((call, index) => ({ ...call, id: `again_${index}` }));
  const { invoked, records } = playRun({
    tools,
    judged: false,
    started: { limits, model, ...started },
    answers: [{ calls }, { calls: again }, { content: 'end' }],
  });
  const decided = records.filter(
    ({ type, data }) => type === 'policy.decided' && data.action === 'tool.call',
  );
  return { invoked, decided: decided.map(({ data }) => data) };
}

const denied = fc.constantFrom(...Object.keys(collectNames)).chain((tool) => {
  const { written } = collectNames[tool] ?? { written: [] };
  return fc.record({
    tool: fc.constant(tool),
    // A deny of a server's own name matches that tool alone; this test denies the native tool.
    deny: spelling(written.filter((name) => !name.startsWith('mcp'))),
    spellings: fc.array(spelling(written), { minLength: 60, maxLength: 60 }),
  });
});

test('none of 10,000 spellings gets past a deny', () => {
  const seen = { spellings: 0, refused: 0, written: new Set<string>() };
  fc.assert(
    fc.property(denied, fc.boolean(), ({ tool, deny, spellings }, byPolicy) => {
      const spec = { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: deny } }] };
      const policies = [{ name: 'p', version: '1.0.0', sha256: 'c'.repeat(64), spec }];
      const { invoked, decided } = callAll(spellings, byPolicy ? { policies } : { lists: { deny: [deny] } });
      for (const each of collectNames[tool]?.tools ?? [])
        expect([deny, invoked.includes(each)]).toEqual([deny, false]);
      for (const each of decided) expect(each.effect).toBe('deny');
      seen.spellings += spellings.length;
      seen.refused += decided.length;
      for (const each of spellings) seen.written.add(each);
    }),
    { numRuns: 170 },
  );
  expect(seen.spellings).toBeGreaterThanOrEqual(10_000);
  // Guards against a vacuous test: most names were resolved and rejected by a decision.
  expect(seen.refused).toBeGreaterThan(seen.spellings * 0.7);
  expect(seen.written.size).toBeGreaterThan(3_000);
});

test('the same spellings are invoked where nothing denies them', () => {
  const { written } = collectNames.read_file ?? { written: [] };
  const spellings = fc.sample(spelling(written), { numRuns: 200, seed: 1 });
  const { invoked } = callAll(spellings, {});
  expect(invoked.length).toBeGreaterThan(150);
  for (const each of invoked) expect(collectNames.read_file?.tools).toContain(each);
});
