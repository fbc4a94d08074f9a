import { CreateError } from '../project/create-error.ts';

const registryPath = '/packages/npm/';

/**
 * Returns the origin of the home that serves the project's packages: the one named by `--home`, else the one whose registry npm
 * runs this program from.
 * @param registry `npm_config_registry`, which npm sets for the programs that it runs
 * @throws CreateError `no_home`
 */
export function homeIn(named: string | undefined, registry: string | undefined): string {
  const address =
    named ?? (registry?.endsWith(registryPath) ? registry.slice(0, -registryPath.length) : undefined);
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash)
    return url.origin;
  throw new CreateError(
    'no_home',
    named === undefined
      ? 'the URL of the home is missing: add --home, such as --home http://127.0.0.1:4600'
      : '--home is not the address of a home: use one as http://127.0.0.1:4600 or https://home.example',
  );
}
