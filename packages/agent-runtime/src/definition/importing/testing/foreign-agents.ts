import { importAgent } from '../import-agent.ts';

/** Returns a file as other command lines write it, with these lines in its front matter. */
export const foreignFile = (...lines: string[]) => ['---', ...lines, '---', '', 'You help.', ''].join('\n');

const importedFrom =
  (folder: string) =>
  (...lines: string[]) =>
    importAgent(foreignFile('name: ada', 'description: Helps.', ...lines), {
      file: `${folder}/agents/ada.md`,
      models: ['big'],
    });

export const claude = importedFrom('.claude');
export const gemini = importedFrom('.gemini');
