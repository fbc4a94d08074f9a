import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Resolves files next to a source from the source's own folder, not from the folder of the bundle.
 * @param toRoot path from the folder of the result to the folder that mirrors the repository layout
 */
export function resolveFromSource(root: string, toRoot: string): Plugin {
  return {
    name: 'where they were',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        if (path.includes(`${sep}node_modules${sep}`) || !text.includes('import.meta.url')) return undefined;
        const place = JSON.stringify(join(toRoot, relative(root, path)).split(sep).join('/'));
        const contents = text
          // Without its own, `require` is the bundler's: what it names is brought along.
          .replace('const require = createRequire(import.meta.url);', '')
          .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
        return { contents, loader: 'ts', resolveDir: dirname(path) };
      });
    },
  };
}
