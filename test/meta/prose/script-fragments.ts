import { commentFragments, type Span } from './comment-fragments.ts';
import { type Fragment, maskAsSpace, maskCode } from './fragment.ts';

interface Language {
  line: string;
  hasBlocks: boolean;
  /** Pattern that matches a literal or a comment at its start, whichever comes first. */
  token: RegExp;
}

const shell: Language = {
  line: '#',
  hasBlocks: false,
  // A `#` inside a word, as in `$#` or `${name#prefix}`, does not begin a comment; a here-document is a literal.
  token:
    /(?<comment>(?<![^\s;(])#[^\n]*)|<<-?\s*(?<quote>['"]?)(?<tag>\w+)\k<quote>[^\n]*\n[\s\S]*?\n\s*\k<tag>(?=\n|$)|'[^']*'|"(?:\\.|[^"\\])*"|\S#|\\./g,
};

const sql: Language = {
  line: '--',
  hasBlocks: true,
  token: /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|'(?:''|[^'])*'|"(?:""|[^"])*"/g,
};

const python: Language = {
  line: '#',
  hasBlocks: false,
  token:
    /(?<comment>#[^\n]*)|[rbfuRBFU]{0,2}(?<mark>"""|''')(?:\\[\s\S]|(?!\k<mark>)[\s\S])*\k<mark>|[rbfuRBFU]{0,2}(?:"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/g,
};

function toLiterals(source: string, { token }: Language): Span[] {
  return [...source.matchAll(token)]
    .filter(({ groups }) => groups?.comment === undefined)
    .map(({ 0: text, index }) => ({ start: index, end: index + text.length }));
}

export function shellFragments(source: string): Fragment[] {
  return commentFragments(source, toLiterals(source, shell), shell);
}

export function sqlFragments(source: string): Fragment[] {
  return commentFragments(source, toLiterals(source, sql), sql);
}

/** Returns the source with literals and comments blanked, so that the remaining brackets and keywords are code. */
function blank(source: string): string {
  return source.replace(python.token, (text) => text.replace(/[^\n]/g, ' '));
}

/** Masks the prefix and the quotes of a literal. */
function listContents(literal: string): string {
  const [opening = ''] = /^[rbfuRBFU]{0,2}("""|'''|"|')/.exec(literal) ?? [];
  const quotes = opening.replace(/^\w+/, '').length;
  const contents = literal.slice(opening.length, literal.length - quotes);
  const masked = /^\w*f/i.test(opening)
    ? contents.replace(/\{[^{}]*\}/g, (code) => '·'.repeat(code.length))
    : contents;
  return maskAsSpace(opening) + masked + ' '.repeat(quotes);
}

function depthAt(code: string, offset: number): number {
  let depth = 0;
  for (let index = 0; index < offset; index += 1) {
    if ('([{'.includes(code.charAt(index))) depth += 1;
    else if (')]}'.includes(code.charAt(index))) depth -= 1;
  }
  return depth;
}

/** Returns literals that are statements: docstrings. */
function docstrings(source: string, code: string, literals: readonly Span[]): Fragment[] {
  return literals.flatMap(({ start, end }): Fragment[] => {
    const text = source.slice(start, end);
    const isStatement = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    if (!isStatement || !/^[rR]?("""|''')/.test(text) || depthAt(code, start) > 0) return [];
    return [{ kind: 'comment', start, text: maskCode(listContents(text)) }];
  });
}

/** Returns the literals inside the brackets of `raise Name(…)`. */
function errorTexts(source: string, code: string, literals: readonly Span[]): Fragment[] {
  return [...code.matchAll(/\braise\s+[\w.]+\(/g)].flatMap(({ 0: call, index }) => {
    const from = index + call.length;
    let depth = 1;
    let to = from;
    for (; to < code.length && depth > 0; to += 1) {
      if (code[to] === '(') depth += 1;
      else if (code[to] === ')') depth -= 1;
    }
    const inside = literals.filter(({ start, end }) => start >= from && end <= to);
    const [first] = inside;
    if (!first) return [];
    let text = '';
    for (const { start, end } of inside)
      text += ' '.repeat(start - first.start - text.length) + listContents(source.slice(start, end));
    return [{ kind: 'error' as const, start: first.start, text: maskCode(text) }].filter(() =>
      /\w\s+\w/.test(text),
    );
  });
}

function pythonTitles(code: string): Fragment[] {
  return [...code.matchAll(/\bdef test_(\w+)/g)].map(({ 0: found, 1: name = '', index }) => ({
    kind: 'title' as const,
    start: index + found.length - name.length,
    text: name.replaceAll('_', ' '),
  }));
}

/** Returns comments, docstrings, error texts and test names of a Python source. */
export function pythonFragments(source: string): Fragment[] {
  const literals = toLiterals(source, python);
  const code = blank(source);
  return [
    ...commentFragments(source, literals, python),
    ...docstrings(source, code, literals),
    ...errorTexts(source, code, literals),
    ...pythonTitles(code),
  ];
}
