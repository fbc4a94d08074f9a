import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Writes a compressed copy of every file at the highest level, because the API only sends stored copies. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir, 'assets');
    },
    // Not closeBundle, which also runs after a failed build: a missing file would then hide the cause.
    writeBundle: () => {
      for (const name of readdirSync(folder)) {
        if (!/\.(js|css)$/.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed()],
  // A data URL would need an exception in the Content-Security-Policy.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: 'dist',
    rolldownOptions: {
      output: {
        // One file for the sheets of shared components. Otherwise a first visit would fetch each of them separately, a few hundred
        // bytes each.
        codeSplitting: { groups: [{ name: 'components', test: /\/src\/components\/[^/]+\.css$/ }] },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/v1': 'http://127.0.0.1:4600' } },
});
