import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
export const programFile = `${folder}src/program.gen.ts`;

/** Returns the program as a module that exports its text, because it runs where no file of this package has to be. */
export async function programSource(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}src/program/main.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // The operator's folder has these packages.
    packages: 'external',
    // Functions keep their names for traces.
    minifyWhitespace: true,
    legalComments: 'none',
  });
  const text = outputFiles[0]?.text ?? '';
  return `/** Program of a process of LangGraph, from \`program/\` by \`npm run generate -- langgraph\`. */\nexport const program = ${JSON.stringify(text)};\n`;
}
