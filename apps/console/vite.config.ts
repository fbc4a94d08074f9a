import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // A data URL would need an exception in the Content-Security-Policy.
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, outDir: 'dist' },
  server: { proxy: { '/v1': 'http://127.0.0.1:4600' } },
});
