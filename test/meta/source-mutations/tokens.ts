import ts from 'typescript';

export interface Token {
  /** Text as written; in templates, runs of white space are one space. */
  text: string;
  start: number;
  end: number;
  isText: boolean;
}

const closing = new Set([')', ']', '}', '>']);
const beforeDivision = new Set([
  ts.SyntaxKind.Identifier,
  ts.SyntaxKind.PrivateIdentifier,
  ts.SyntaxKind.NumericLiteral,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.ThisKeyword,
]);
const templateKinds = new Set([
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

/** Returns the tokens of source code without comments and trailing commas, so that formatting makes no difference. */
export function tokensOf(code: string): Token[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
  const tokens: Token[] = [];
  /** Open braces: true for one that a template opened. */
  const braces: boolean[] = [];
  let previous: ts.SyntaxKind | undefined;
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.SlashToken && (previous === undefined || !beforeDivision.has(previous)))
      kind = scanner.reScanSlashToken();
    if (kind === ts.SyntaxKind.OpenBraceToken) braces.push(false);
    if (kind === ts.SyntaxKind.CloseBraceToken && braces.pop() === true) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateMiddle) braces.push(true);
    }
    if (kind === ts.SyntaxKind.TemplateHead) braces.push(true);
    const isTemplate = templateKinds.has(kind);
    const text = scanner.getTokenText();
    if (closing.has(text) && tokens.at(-1)?.text === ',') tokens.pop();
    tokens.push({
      text: isTemplate ? text.replaceAll(/\s+/g, ' ') : text,
      start: scanner.getTokenStart(),
      end: scanner.getTokenEnd(),
      isText: isTemplate || kind === ts.SyntaxKind.StringLiteral,
    });
    previous = kind;
  }
  return tokens;
}

const anything = '…';
const opening = new Set(['(', '[', '{']);

/** True if the tokens are those of the pattern, in which `…` stands for any tokens with balanced brackets. */
export function matchesPattern(pattern: readonly string[], tokens: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return tokens.length === 0;
  if (first !== anything) return tokens[0] === first && matchesPattern(rest, tokens.slice(1));
  let depth = 0;
  for (let length = 0; length <= tokens.length; length++) {
    if (depth === 0 && matchesPattern(rest, tokens.slice(length))) return true;
    const next = tokens[length];
    if (next === undefined) return false;
    if (opening.has(next) || (next.endsWith('${') && !next.startsWith('}'))) depth += 1;
    else if (closesBracket(next)) depth -= 1;
    if (depth < 0) return false;
  }
  return false;
}

/** True for a bracket and for the end of a template; the middle of a template closes one brace and opens another. */
function closesBracket(token: string): boolean {
  return token === ')' || token === ']' || (token.startsWith('}') && !token.endsWith('${'));
}
