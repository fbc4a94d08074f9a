import type { JsonObject } from '@agent-home/protocol';
import { trimPrompt } from '../definition/prompt-ref.ts';
import { readYaml } from '../document/read-yaml.ts';
import type { SourceDocument } from '../document/source-document.ts';
import { textOfFile } from '../document/source-file.ts';
import { splitFrontMatter } from '../markdown/split-front-matter.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { isForeignMember } from './foreign-members.ts';

/** Markdown file of another command line, split into parts. */
export interface ForeignFile {
  document: SourceDocument;
  members: JsonObject;
  prompt: string;
  /** True if the front matter is not YAML and was read line by line. */
  isMended: boolean;
  /** Line at which the prompt begins. */
  bodyLine: number;
}

/** Returns true for a project's instruction file, which has no front matter. */
export function isAgentsMd(file: string): boolean {
  return /(^|[/\\])AGENTS\.md$/i.test(file);
}

/** @throws DefinitionError */
export function readForeign(file: string, content: Uint8Array | string): ForeignFile {
  const text = textOfFile(file, content);
  if (isAgentsMd(file) && !/^\ufeff?---/.test(text)) {
    const document = readYaml({ file, text: '{}', firstLine: 1 });
    return {
      document,
      members: {},
      prompt: trimPrompt(text.replace(/^\ufeff/, '')),
      isMended: false,
      bodyLine: 1,
    };
  }
  const { front, body } = splitFrontMatter(file, text);
  const { document, isMended } = readFront(file, front);
  const { value } = document;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DefinitionError([
      document.problem('wrong_type', [], 'the front matter has to be a map of names to values'),
    ]);
  return {
    document,
    members: value as JsonObject,
    prompt: trimPrompt(body),
    isMended,
    bodyLine: front.split('\n').length + 2,
  };
}

function readFront(file: string, front: string): { document: SourceDocument; isMended: boolean } {
  try {
    return { document: readYaml({ file, text: front, firstLine: 2 }), isMended: false };
  } catch (error) {
    if (!(error instanceof DefinitionError) || !mendable.has(error.code)) throw error;
    try {
      return { document: readYaml({ file, text: mendedFront(front), firstLine: 2 }), isMended: true };
    } catch (again) {
      // Report problems of the author's text, not of the mended one.
      throw again instanceof DefinitionError ? error : again;
    }
  }
}

const mendable = new Set(['yaml_invalid', 'unsupported_value']);
const member = /^([A-Za-z_][\w-]*):(?:[ \t]+(\S.*)|[ \t]*)$/;
/** Ends a value at a comment, as in YAML, so that a comment after a denied tool does not change its name. */
const comment = /\s+#.*$/;
/** Collections, quoted texts and blocks are YAML syntax; a quoted text with more text after it is plain. */
const structured =
  /^(\[|\{|"(?:[^"\\]|\\.)*(?:"\s*(?:#.*)?)?$|'(?:[^']|'')*(?:'\s*(?:#.*)?)?$|[|>][+-]?\d?\s*$)/;

/**
 * Quotes values such as `description: Use it when: …`, which those programs read as text and YAML does not. Values that begin on
 * the line of their name are quoted up to the next known name, because examples in them have lines like `user: …`.
 */
function mendedFront(front: string): string {
  const mended: string[] = [];
  let open: { name: string; text: string[] } | undefined;
  const close = () => {
    // Keeps the number of lines, so that later problems have the right line.
    if (open)
      mended.push(
        `${open.name}: ${JSON.stringify(open.text.join('\n').trimEnd())}`,
        ...open.text.slice(1).map(() => ''),
      );
    open = undefined;
  };
  for (const line of front.split('\n')) {
    const [, name, value] = member.exec(line) ?? [];
    if (open && (name === undefined || !isForeignMember(name))) {
      open.text.push(line.trim());
      continue;
    }
    close();
    if (name === undefined || value === undefined || structured.test(value)) mended.push(line);
    else open = { name, text: [name === 'description' ? value : value.replace(comment, '')] };
  }
  close();
  return mended.join('\n');
}
