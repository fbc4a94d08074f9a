import { readdirSync } from 'node:fs';
import { storeKinds } from '../../../apps/cli/src/home/stores/store-kinds.ts';
import { storeEnvironmentSchema } from '../../../apps/cli/src/home/stores/store-settings.ts';
import { storeDescriptionSchema } from '../../../packages/http-contract/src/credentials/answers.ts';
import { storeTraits } from '../../../packages/platform/src/foundation/settings/store-traits.ts';
import type { Place } from './pieces.ts';

/** Returns every place that has to contain a kind of store (CONTRIBUTING, "A new store adapter"). */
export function storeKindPlaces(root: string): Place[] {
  const tests = readdirSync(`${root}test`, { recursive: true, encoding: 'utf8' });
  const contracts = tests.flatMap(
    (file) => /([\w-]+)-contract(?:\.long|\.soak)?\.test\.ts$/.exec(file)?.[1] ?? [],
  );
  const adapters = readdirSync(`${root}packages/object-store/src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`${entry.parentPath}/${entry.name}`).length > 0)
    .map(({ name }) => name);
  const known = new Set<string>([
    ...storeDescriptionSchema.options.map(({ shape }) => shape.kind.value),
    ...Object.keys(storeTraits),
    ...Object.keys(storeKinds),
  ]);
  const ofStores = (names: string[]) => new Set(names.filter((name) => known.has(name)));
  return [
    { what: 'adapter', file: 'packages/object-store/src', members: ofStores(adapters) },
    { what: 'test by the contract', file: 'test/**/KIND-contract.test.ts', members: ofStores(contracts) },
    {
      what: 'description for agents',
      file: 'packages/http-contract/src/credentials/answers.ts',
      members: new Set(storeDescriptionSchema.options.map(({ shape }) => shape.kind.value)),
    },
    {
      what: 'traits',
      file: 'packages/platform/src/foundation/settings/store-traits.ts',
      members: new Set(Object.keys(storeTraits)),
    },
    {
      what: 'variables',
      file: 'apps/cli/src/home/stores/store-settings.ts',
      members: new Set(storeEnvironmentSchema.options.map(({ shape }) => shape.STORE.value)),
    },
    {
      what: 'kind for the command',
      file: 'apps/cli/src/home/stores/store-kinds.ts',
      members: new Set(Object.keys(storeKinds)),
    },
  ];
}
