import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Page of `agent-home runs serve`: the runs of one machine. It lies in a folder with a secret name, so its paths are relative. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  // A data URL would need an exception in the Content-Security-Policy.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    outDir: 'dist-runs',
    rolldownOptions: { input: 'runs.html' },
  },
});
