import { readdirSync, readFileSync } from 'node:fs';
import { examples } from './examples.ts';

export const chaptersFolder = new URL('../../../docs/protocol/', import.meta.url);

export const chapterNames = (): string[] =>
  readdirSync(chaptersFolder)
    .filter((name) => name.endsWith('.md'))
    .sort();

export const chapterText = (name: string): string => readFileSync(new URL(name, chaptersFolder), 'utf8');

/** Worked example: a fenced block with the example's name. */
const block = /^```text example:([a-z0-9-]+)\n([\s\S]*?)^```$/gm;

export function examplesIn(text: string): { name: string; content: string }[] {
  return [...text.matchAll(block)].map(([, name = '', content = '']) => ({
    name,
    content: content.replace(/\n$/, ''),
  }));
}

/**
 * Returns every chapter with the examples that the code creates.
 * @throws Error for a name without an example
 */
export async function wantedChapters(): Promise<Map<string, string>> {
  const known = await examples();
  return new Map(
    chapterNames().map((file) => [
      file,
      chapterText(file).replace(block, (_, name: string) => {
        const content = known.get(name);
        if (content === undefined) throw new Error(`${file}: no example is called ${name}`);
        return `\`\`\`text example:${name}\n${content}\n\`\`\``;
      }),
    ]),
  );
}
