import { build } from 'tsdown';

/**
 * Compiles the command into `dist/` in the working directory, as `tsdown.config.ts` says. `--no-clean` keeps earlier files. The program
 * `tsdown` does the same, but warns of Node 20 each time.
 */
await build({ clean: !process.argv.includes('--no-clean') });
