import type { SourceDocument } from '../document/source-document.ts';
import { DefinitionError } from '../problems/definition-error.ts';
import { foreignOrigin, type Origin, originNames } from './origin.ts';
import { readForeign } from './read-foreign.ts';

/**
 * Runs the decoder of a Markdown agent. If it refuses a file in the format of another program, one error with the way to import the
 * file replaces those of each differing member.
 */
export function explainForeign<Decoded>(
  { file, content }: { file: string; content: Uint8Array },
  decode: () => Decoded,
): Decoded {
  try {
    return decode();
  } catch (error) {
    const found = error instanceof DefinitionError ? foreignIn(file, content) : undefined;
    if (!(error instanceof DefinitionError) || !found) throw error;
    const { from, document } = found;
    const way = `move it out of this folder and run \`agents import FILE\``;
    const kind = `the file looks like an agent of ${originNames[from]}`;
    if (error.code !== 'yaml_invalid')
      throw new DefinitionError([{ ...document.problem('foreign_agent', [], kind), remedy: way }]);
    const [first, ...others] = error.problems;
    const remedies = first.remedy === undefined ? [] : [first.remedy];
    throw new DefinitionError([
      { ...first, remedy: [...remedies, `or, since ${kind}, ${way}`].join('; ') },
      ...others,
    ]);
  }
}

function foreignIn(
  file: string,
  content: Uint8Array,
): { from: Origin; document: SourceDocument } | undefined {
  try {
    const { document, members } = readForeign(file, content);
    const from = foreignOrigin(file, members);
    return from && { from, document };
  } catch (error) {
    if (error instanceof DefinitionError) return undefined;
    throw error;
  }
}
