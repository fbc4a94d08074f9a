import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canRenderMarkdown, MarkdownStream, renderMarkdown } from './markdown-stream.ts';

/** Names the styles of a rendered text, so that a test reads like the text. */
function named(rendered: string): string {
  const names: Record<string, string> = {
    '1': '<b>',
    '22': '</b>',
    '3': '<i>',
    '23': '</i>',
    '4': '<u>',
    '24': '</u>',
    '36': '<c>',
    '90': '<f>',
    '39': '</>',
  };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of the styles.
  return rendered.replace(/\u001b\[(\d+)m/g, (all, code: string) => names[code] ?? all);
}

test('Markdown is rendered with its marks hidden', () => {
  const cases: [text: string, rendered: string][] = [
    ['# Title\ntext', '<b>Title</b>\ntext'],
    ['## A **b** c', '<b>A b c</b>'],
    ['#tag and # sign', '#tag and # sign'],
    ['a **bold** word', 'a <b>bold</b> word'],
    ['an *italic* and an _italic_ word', 'an <i>italic</i> and an <i>italic</i> word'],
    ['***both***', '<b><i>both</b></i>'],
    ['这是**重点**内容', '这是<b>重点</b>内容'],
    ['run `npm test` now', 'run <c>npm test</> now'],
    ['``a ` b``', '<c>a ` b</>'],
    ['`**no**`', '<c>**no**</>'],
    ['- one\n- two\n  * three\n1. four', '• one\n• two\n  • three\n1. four'],
    ['- [ ] open\n- [x] done', '• [ ] open\n• [x] done'],
    ['> quoted\n>> twice', '<f>▎</> quoted\n<f>▎</><f>▎</> twice'],
    ['see [the page](https://x.y/a_(b)), now', 'see <u>the page</u> (<f>https://x.y/a_(b)</>), now'],
    ['[**a** b](c)', '<u><b>a</b> b</u> (<f>c</>)'],
    ['```ts\nconst a = *b*;\n\n  c\n```\nafter', '<c>const a = *b*;</>\n\n<c>  c</>\nafter'],
    ['~~~\n```\n~~~\n', '<c>```</>\n'],
    ['  ```\n  a\n  ```\nb', '  <c>  a</>\nb'],
    ['```\r\na\r\n```\r\nb', '<c>a</>\nb'],
    ['```\nopen', '<c>open</>'],
    ['\\*no\\* and \\\\', '*no* and \\'],
  ];
  for (const [text, rendered] of cases) expect([text, named(renderMarkdown(text))]).toEqual([text, rendered]);
});

test('text that is no Markdown is shown as it is', () => {
  const plain = [
    '2 * 3 ** 4 and 2**3 and 2*3*4',
    'snake_case_name and a*b',
    'src/**/*.ts and *.js',
    'an array[0], a note [1] and [TODO]',
    '[a [b] (c)',
    'a\\b and C:\\dir',
    '---\n***\nx',
    '1 < 2 > 1 # no heading',
    'one\n\n\ttwo',
    '-1 and +1',
    'a **',
    'a `',
    '-',
    '#',
    '[',
    '',
    `x${'`'.repeat(40)}`,
    '*'.repeat(40),
  ];
  for (const text of plain) expect([text, renderMarkdown(text)]).toEqual([text, text]);
});

test('styles end with their line', () => {
  expect(named(renderMarkdown('**open\nnext `open\nnext *open'))).toBe(
    '<b>open</b>\nnext <c>open</>\nnext <i>open</i>',
  );
  expect(named(renderMarkdown('[a](b\nc'))).toBe('<u>a</u> (<f>b</>\nc');
});

const parts = [
  ...[
    'a',
    'word ',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '\t',
    '漢',
    '👍🏽',
    '👩‍👩‍👧',
    'e\u0301\u0302\u0303\u0304\u0305',
  ],
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '`',
    '``',
    '```',
    '~~~',
    '```ts\n',
    '\n```\n',
    '# ',
    '###',
    '- ',
    '* ',
    '> ',
  ],
  ...[
    '[',
    ']',
    '](',
    '[a](b)',
    '(',
    ')',
    '\\',
    '1. ',
    '|',
    '\u001b[31m',
    '\u202e',
    '\u0007',
    '\u200d',
    '\ufe0f',
  ],
];
const texts = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((pieces) => pieces.join(''));

test('a text renders alike wherever it is cut', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), fc.array(fc.nat()), (text, cuts) => {
      const stream = new MarkdownStream();
      // Records hold whole characters, so surrogate pairs are not split.
      const characters = [...text];
      const places = [...new Set(cuts.map((cut) => cut % (characters.length + 1)))].sort((a, b) => a - b);
      let shown = '';
      let from = 0;
      for (const place of [...places, characters.length]) {
        shown += stream.add(characters.slice(from, place).join(''));
        from = place;
      }
      expect(shown + stream.end()).toBe(renderMarkdown(text));
    }),
    { numRuns: 500 },
  );
});

test('a model emits no control sequence through Markdown', () => {
  fc.assert(
    fc.property(fc.oneof(texts, fc.string({ unit: 'binary' })), (text) => {
      const rendered = renderMarkdown(text);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of the styles.
      const plain = rendered.replace(/\u001b\[(?:1|22|3|23|4|24|36|39|90)m/g, '');
      expect(plain.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
      // Each line leaves the terminal as it was, so that no style reaches the margin or a report.
      const ends: Record<string, string> = { '1': '22', '3': '23', '4': '24', '36': '39', '90': '39' };
      for (const line of rendered.split('\n')) {
        const open = new Set<string>();
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of the styles.
        for (const [, code = ''] of line.matchAll(/\u001b\[(\d+)m/g)) {
          const end = ends[code];
          if (end === undefined) open.delete(code);
          else open.add(end);
        }
        expect([line, [...open]]).toEqual([line, []]);
      }
    }),
    { numRuns: 500 },
  );
});

test('at most a few characters of Markdown are held back', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const stream = new MarkdownStream();
      const shown = stripVTControlCharacters(stream.add(text));
      const rest = stripVTControlCharacters(stream.end());
      expect(shown + rest).toBe(stripVTControlCharacters(renderMarkdown(text)));
      // The text of a link is the longest that is held back.
      expect(rest.length).toBeLessThanOrEqual(200);
      if (!/[[`~\u200d]/.test(text)) expect(rest.length).toBeLessThanOrEqual(40);
    }),
  );
  for (const long of ['[', '`', '~', '#', ' ', '*', '_', '\\', '>'])
    for (const rest of ['', 'x'])
      expect(new MarkdownStream().add(long.repeat(2_000) + rest).length).toBeGreaterThan(800);
});

test('Markdown is rendered at a terminal with styles only', () => {
  expect(canRenderMarkdown(true, { TERM: 'xterm' })).toBe(true);
  expect(canRenderMarkdown(true, { TERM: 'xterm', NO_COLOR: '' })).toBe(true);
  for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }, { NODE_DISABLE_COLORS: '1' }])
    expect(canRenderMarkdown(true, environment)).toBe(false);
  expect(canRenderMarkdown(false, { FORCE_COLOR: '1' })).toBe(false);
});

test('a megabyte of marks renders in time', () => {
  for (const unit of ['*', '[', '`', '**a', '> ', '\\', '[a](', '- ', '```\n', '#', '_a'])
    expect(renderMarkdown(unit.repeat(200_000 / unit.length)).length).toBeGreaterThan(0);
});
