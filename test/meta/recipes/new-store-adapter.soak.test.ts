import { describe } from 'vitest';
import { describeRecipe } from './follow-recipe.ts';

const settings = 'apps/cli/src/home/stores/store-settings.ts';

/** A store that speaks S3 under another name: it uses S3's adapter and is a separate kind otherwise. */
describe('a new store adapter', () => {
  describeRecipe({
    steps: [
      {
        name: 'adapter',
        changes: [
          {
            file: 'packages/object-store/src/cellar/cellar-object-store.ts',
            text: "export { createS3ObjectStore as createCellarObjectStore } from '../s3/s3-object-store.ts';\n",
          },
          {
            file: 'packages/object-store/src/index.ts',
            before: 'export { createS3ObjectStore,',
            text: "export { createCellarObjectStore } from './cellar/cellar-object-store.ts';\n",
          },
        ],
      },
      {
        name: 'test by the contract',
        changes: [
          {
            file: 'test/compatibility/minio/cellar-contract.test.ts',
            text: "import './s3-contract.test.ts';\n",
          },
        ],
      },
      {
        name: 'description for agents',
        changes: [
          {
            file: 'packages/http-contract/src/credentials/answers.ts',
            before: "  z.object({ kind: z.literal('s3'), ...place }),",
            text: "  z.object({ kind: z.literal('cellar'), ...place }),\n",
          },
        ],
      },
      {
        name: 'traits',
        changes: [
          {
            file: 'packages/platform/src/foundation/settings/store-traits.ts',
            before: "  s3: { dialect: 's3'",
            text: "  cellar: { dialect: 's3', trustsLastModified: false, bindsPuts: true, hasUploadRules: false },\n",
          },
        ],
      },
      {
        name: 'variables',
        changes: [
          {
            file: settings,
            before: "  z.object({\n    STORE: z.literal('s3'),",
            text: "  z.object({ STORE: z.literal('cellar'), CELLAR_ENDPOINT: z.url(), CELLAR_BUCKET: z.string() }),\n",
          },
          {
            file: settings,
            before: "  if (environment.STORE === 's3') {",
            text: `  if (environment.STORE === 'cellar') {
    const place = { endpoint: environment.CELLAR_ENDPOINT, region: 'below', bucket: environment.CELLAR_BUCKET };
    return { store: { kind: 'cellar', place }, description: { kind: 'cellar', ...place } };
  }
`,
          },
        ],
      },
      {
        name: 'kind for the command',
        changes: [
          { file: 'apps/cli/src/home/stores/cellar.ts', text: "export { s3 as cellar } from './s3.ts';\n" },
          {
            file: 'apps/cli/src/home/stores/store-kinds.ts',
            before: "import { s3 } from './s3.ts';",
            text: "import { cellar } from './cellar.ts';\n",
          },
          { file: 'apps/cli/src/home/stores/store-kinds.ts', before: 'aliyun, s3 };', text: 'cellar, ' },
        ],
      },
    ],
    use: `import { readSettings } from '../../../apps/cli/src/home/configuration/read-settings.ts';
import { getKind } from '../../../apps/cli/src/home/stores/store-kinds.ts';
import { createCellarObjectStore } from '../../../packages/object-store/src/index.ts';
import { collectTraits } from '../../../packages/platform/src/foundation/settings/store-traits.ts';

const key = { accessKeyId: 'id', accessKeySecret: 'secret' };
const { store, platform } = readSettings({
  DATABASE_URL: 'postgres://127.0.0.1/home',
  PLATFORM_ACCESS_KEY_ID: key.accessKeyId,
  PLATFORM_ACCESS_KEY_SECRET: key.accessKeySecret,
  AGENT_HOME_KEYS: '/keys',
  STORE: 'cellar',
  CELLAR_ENDPOINT: 'http://127.0.0.1:9000',
  CELLAR_BUCKET: 'wine',
});
if (!collectTraits(platform.store).bindsPuts) throw new Error('it has other traits');
const kind = getKind(store);
if (kind.publicUrl(platform.store, 'k') !== 'http://127.0.0.1:9000/wine/k') throw new Error('it is elsewhere');
const url = await kind.open(store, key).store.presignPut('k', { expiresInSeconds: 60 });
if (!url.startsWith('http://127.0.0.1:9000/wine/k?') || !createCellarObjectStore) throw new Error(url);
console.log('works');
`,
  });
});
