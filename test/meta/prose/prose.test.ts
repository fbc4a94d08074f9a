import { expect, test } from 'vitest';
import { checkFile, formatViolation } from './check-files.ts';

/** Returns the rules and positions of the findings in a planted source. */
function found(file: string, source: string): string[] {
  return checkFile(file, source).map(({ line, column, rule }) => `${line}:${column} ${rule}`);
}

test('reports a comment that begins with "Whoever" with place, rule and advice', () => {
  const [first, second] = checkFile('packages/sdk/src/a.ts', 'const a = 1;\n/** Whoever reads waits. */\n');
  expect(first && formatViolation(first)).toBe(
    'packages/sdk/src/a.ts:2:5 opener: comment begins with "Whoever": begin with a verb or a noun, as "Returns …", "True if …" or the name of the thing',
  );
  expect(second && formatViolation(second)).toBe(
    'packages/sdk/src/a.ts:2:5 pronoun: "Whoever": name the actor or the thing',
  );
});

test.each(['What', 'Whatever', 'Whether', 'Who', 'Whoever', 'Whom', 'Where', 'Of', 'By', 'In order'])(
  'rejects "%s" at the beginning of each form of comment',
  (word) => {
    const openers = (file: string, source: string) =>
      found(file, source).filter((place) => place.endsWith(' opener'));
    expect(openers('a.ts', `// ${word} it is.`)).toEqual(['1:4 opener']);
    expect(openers('a.ts', `/** ${word} it is. */`)).toEqual(['1:5 opener']);
    expect(openers('a.ts', `/*\n * ${word} it is.\n */`)).toEqual(['2:4 opener']);
    expect(openers('a.tsx', `const a = <p>{/* ${word} it is. */}// What</p>;`)).toEqual(['1:18 opener']);
    expect(openers('a.py', `a = 1  # ${word} it is.`)).toEqual(['1:10 opener']);
    expect(openers('a.py', `def a():\n    """${word} it is."""\n`)).toEqual(['2:8 opener']);
    expect(openers('a.sh', `# ${word} it is.`)).toEqual(['1:3 opener']);
    expect(openers('a.sql', `-- ${word} it is.`)).toEqual(['1:4 opener']);
  },
);

test('accepts comments in plain sentences and words that only begin alike', () => {
  const source = [
    '/** Returns the hash of the bytes. */',
    '// Whole runs, byte by byte.',
    '// The first line ends here',
    '// of the same comment.',
    '// By-law is one word.',
    '// `whatever` is a name, and "nobody" is quoted.',
    '// biome-ignore format: whatever a table is read by',
  ].join('\n');
  expect(found('a.ts', source)).toEqual([]);
});

test('ignores comment marks inside literals', () => {
  const ts = [
    "const a = '// What';",
    `const b = \`/* Who */ \${c /* The name. */} // Of\`;`,
    'const d = /\\/\\/ What/;',
  ];
  expect(found('a.ts', ts.join('\n'))).toEqual([]);
  expect(found('a.py', `a = '# What'\nb = """\n# Who\n"""\nf(\n    """What"""\n)\n`)).toEqual([]);
  expect(found('a.sh', `echo "# What" '# Who' $# \${a#Of}\ncat <<EOF\n# What\nEOF\n`)).toEqual([]);
  expect(found('a.sql', "SELECT '-- What', '/* Who */';")).toEqual([]);
});

test('reports test titles with more than fourteen words', () => {
  const title = 'a b c d e f g h i j k l m n';
  expect(found('a.test.ts', `test('${title}', () => {});`)).toEqual([]);
  expect(found('a.test.ts', `test('${title} o', () => {});`)).toEqual(['1:7 title']);
  expect(found('a.test.ts', `describe.each([1])('${title} %s', () => {});`)).toEqual(['1:21 title']);
  expect(found('a.test.ts', "it.skip('whoever asks', () => {});").sort()).toEqual([
    '1:10 opener',
    '1:10 pronoun',
    '1:18 word',
  ]);
  expect(found('a.ts', `test('${title} o', () => {});`)).toEqual([]);
  expect(found('test_a.py', `def test_${title.replaceAll(' ', '_')}_o():\n    pass\n`)).toEqual([
    '1:10 title',
  ]);
});

test('reports command help without an imperative verb', () => {
  const program = (help: string) =>
    `import { Command } from 'commander';\nnew Command().description(${help});`;
  expect(found('a.ts', program("'Show a run: messages and policy decisions'"))).toEqual([]);
  expect(found('a.ts', program("'what a run was'"))).toEqual(['2:28 help']);
  expect(found('a.ts', program("'the ' + 'runs'"))).toEqual(['2:28 help']);
  const option = ".option('--all', 'whatever there is').addOption(new Option('-x', 'who it is'));";
  expect(found('a.ts', `import 'commander';\nprogram${option}`)).toEqual([
    '2:26 opener',
    '2:26 pronoun',
    '2:74 opener',
  ]);
  const command =
    "defineCommand({ summary: 'what a run was', options: [{ flags: '-x', summary: 'the runs' }] });";
  expect(found('show.command.ts', command)).toEqual(['1:27 help']);
});

test('reports error texts, but neither codes nor placeholders', () => {
  expect(found('a.ts', "throw new SetupError('whatever', 'what it wants is not set');")).toEqual([
    '1:35 opener',
  ]);
  expect(found('a.ts', `throw new Error(\`\${whoever} must be a number\`);`)).toEqual([]);
  expect(found('a.ts', "throw new Error('the key ' + key +\n  ' is nobody’s');")).toEqual(['2:8 pronoun']);
  expect(
    found('a.ts', "class A extends Error {\n  constructor() {\n    super('what it is');\n  }\n}"),
  ).toEqual(['3:12 opener']);
  expect(found('a.py', 'raise ValueError("whom it is for")\n')).toEqual(['1:19 opener']);
});

test('reports headings that are sentences', () => {
  expect(found('a.md', '# What it is\n')).toEqual(['1:3 heading']);
  expect(found('a.md', '## A run is a log\n')).toEqual(['1:4 heading']);
  expect(found('a.md', 'How it works\n============\n')).toEqual(['1:1 heading']);
  expect(
    found('a.md', '# How to rotate a key\n\n## Key rotation\n\n#### Scenario: a run is a log\n'),
  ).toEqual([]);
});

test('reports words of documents outside code', () => {
  const source =
    'The agent is told of it.\n\n`told` and [told](told.md)\n\n```sh\n# told\n```\n\n| told | `ask` |\n';
  expect(found('a.md', source)).toEqual(['1:14 word', '3:13 word', '9:3 word']);
  expect(found('docs/style.md', source)).toEqual(['1:14 word', '3:13 word']);
});

test('finds words across the lines of a comment', () => {
  expect(found('a.ts', '/**\n * The run goes\n * on.\n */')).toEqual(['2:12 word']);
});
