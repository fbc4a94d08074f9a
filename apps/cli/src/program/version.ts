import { createRequire } from 'node:module';

/** As it stands in the package, which is one folder above this one and above what is compiled of it. */
export function packageVersion(mainUrl: string): string {
  const { version } = createRequire(mainUrl)('../package.json') as { version: string };
  return version;
}
