import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/** The boards of RUNTIME.md, section 13. They take all of the machine: what measures time runs at another one. */
export default defineConfig({
  test: {
    ...base.test,
    include: ['test/security/boards/*/*.test.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 2,
  },
});
