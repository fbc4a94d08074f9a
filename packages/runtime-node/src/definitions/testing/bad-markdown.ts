import type { BadFile } from './bad-file.ts';
import { markdownAgent } from './project.ts';

const bad = (...lines: string[]) => markdownAgent('bad', ...lines);
const replaced = (from: string, to: string) => bad().replace(from, to);
const path = 'agents/bad.md';
const utf8 = (text: string) => new TextEncoder().encode(text);
const bomb = Array.from({ length: 9 }, (_, level) =>
  level === 0
    ? 'x-0: &a0 [lol]'
    : `x-${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
);

export const badMarkdown: BadFile[] = [
  ['another kind', path, replaced('kind: agent', 'kind: tool'), 'invalid_value', 2],
  ['no kind', path, replaced('kind: agent\n', ''), 'missing_field', 2],
  ['no name', path, replaced('name: bad\n', ''), 'missing_field', 2],
  ['no title', path, replaced('title: bad\n', ''), 'missing_field', 2],
  ['an empty title', path, replaced('title: bad', 'title: ""'), 'invalid_value', 4],
  ['upper case in the name', path, replaced('name: bad', 'name: Bad'), 'invalid_value', 3],
  ['a blank in the name', path, replaced('name: bad', 'name: b ad'), 'invalid_value', 3],
  ['an underscore in the name', path, replaced('name: bad', 'name: b_ad'), 'invalid_value', 3],
  ['a name of two characters', path, replaced('name: bad', 'name: ab'), 'invalid_value', 3],
  ['a name that is a number', path, replaced('name: bad', 'name: 123'), 'wrong_type', 3],
  ['a scope there is not', path, bad('scope: team'), 'invalid_value', 5],
  ['another scope than its folder', path, bad('scope: global'), 'scope_mismatch', 5],
  ['another name than its file', path, markdownAgent('worse'), 'name_mismatch', 3],
  ['tools that are no lists', path, bad('tools: read_file'), 'wrong_type', 5],
  ['an allow that is no list', path, bad('tools:', '  allow: read_file'), 'wrong_type', 6],
  ['a tool with a * in its middle', path, bad('tools: { allow: [re*d] }'), 'invalid_value', 5],
  ['a member that nobody knows', path, bad('modle: x'), 'unknown_field', 5],
  ['a member that nobody knows, within another', path, bad('mcp:', '  server: [x]'), 'unknown_field', 6],
  ['a version without three numbers', path, bad('version: "1.0"'), 'invalid_value', 5],
  ['a version that is a number', path, bad('version: 1.0'), 'wrong_type', 5],
  ['an owner of one character', path, bad('owner: a'), 'invalid_value', 5],
  ['maxTokens 255', path, bad('limits:', '  maxTokens: 255'), 'invalid_value', 6],
  ['timeoutMs 99', path, bad('limits: { timeoutMs: 99 }'), 'invalid_value', 5],
  ['a cost below nothing', path, bad('limits: { maxCost: -1 }'), 'invalid_value', 5],
  ['a colour that is a comment', path, bad('color: #FF5733'), 'wrong_type', 5],
  ['labels that are no texts', path, bad('labels: { a: 1 }'), 'wrong_type', 5],
  ['the name of the main conversation', 'agents/main.md', markdownAgent('main'), 'reserved_name', 3],
  ['a label of ours', path, bad('labels: { agent-home/title: x }'), 'reserved_name', 5],
  [
    'a member of ours below runtime.params',
    path,
    bad('runtime: { params: { maxCost: 1 } }'),
    'reserved_name',
    5,
  ],
  ['a server with a dot', path, bad('mcp: { servers: [a.b] }'), 'invalid_value', 5],
  ['broken YAML', path, bad('tools: [read_file'), 'yaml_invalid', 6],
  ['a tab for an indent', path, bad('tools:', '\tallow: []'), 'yaml_invalid', 6],
  ['a name given twice', path, bad('name: bad'), 'duplicate_key', 5],
  [
    'a name given twice, within another',
    path,
    bad('tools:', '  deny: []', '  deny: [bash]'),
    'duplicate_key',
    7,
  ],
  ['__proto__', path, bad('__proto__: { title: x }'), 'forbidden_key', 5],
  ['aliases that multiply', path, bad(...bomb), 'alias_bomb', 5],
  ['an alias of itself', path, bad('x-a: &a [*a]'), 'yaml_invalid', 5],
  ['an alias of nothing', path, bad('x-a: *b'), 'yaml_invalid', 5],
  ['a tag', path, bad('x-a: !!js/function x'), 'unsupported_value', 5],
  ['a name that is no text', path, bad('? [a]', ': b'), 'unsupported_value', 5],
  ['not a number', path, bad('x-a: .nan'), 'unsupported_value', 5],
  ['an integer that computers round', path, bad('x-a: 12345678901234567890'), 'unsafe_number', 5],
  ['half of a character', path, bad('x-a: "\\ud800"'), 'unsupported_value', 5],
  ['lists in lists without end', path, bad(`x-a: ${'['.repeat(50_000)}`), 'too_deep', 5],
  ['maps in maps without end', path, bad(`x-a: ${'{a: '.repeat(20_000)}`), 'too_deep', 5],
  ['a file of a megabyte', path, `${bad()}${'x'.repeat(1_000_000)}`, 'too_large', 1],
  ['a file of megabytes of front matter', path, bad(`x-a: ${'y'.repeat(3_000_000)}`), 'too_large', 1],
  ['more tokens than anybody writes', path, bad(`x-a: [${'1,'.repeat(90_000)}]`), 'too_large', 5],
  ['bytes that are no UTF-8', path, new Uint8Array([...utf8(bad()), 0xff, 0xfe]), 'not_utf8', 1],
  ['UTF-16', path, new Uint8Array(Buffer.from(bad(), 'utf16le')), 'front_matter_missing', 1],
  ['no front matter', path, 'You help.\n', 'front_matter_missing', 1],
  ['an empty file', path, '', 'front_matter_missing', 1],
  ['no line that closes the front matter', path, '---\nkind: agent\n', 'front_matter_not_closed', 1],
  ['an empty body', path, replaced('You help.\n', ''), 'empty_body', 6],
  ['a body of blanks', path, replaced('You help.', ' \t\n  '), 'empty_body', 6],
  ['a body beside a prompt of the home', path, bad('promptRef: home://salon'), 'invalid_value', 7],
  ['front matter that is a list', path, '---\n- a\n---\nx\n', 'wrong_type', 2],
  ['front matter that is empty', path, '---\n---\nx\n', 'wrong_type', 2],
];
