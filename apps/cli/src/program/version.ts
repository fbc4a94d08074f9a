import { createRequire } from 'node:module';

/** Reads the version from the package file, one folder above both the source and the compiled file. */
export function packageVersion(mainUrl: string): string {
  const { version } = createRequire(mainUrl)('../package.json') as { version: string };
  return version;
}
