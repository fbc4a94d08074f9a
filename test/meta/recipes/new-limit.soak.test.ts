import { describe } from 'vitest';
import { describeRecipe } from './follow-recipe.ts';

const judging = 'packages/platform/src/foundation/limits/judging-limits.ts';

describe('a new limit', () => {
  describeRecipe({
    steps: [
      {
        name: 'definition',
        changes: [
          {
            file: judging,
            after: 'export const judgingLimits = {',
            text: `
  yawnSeconds: {
    variable: 'AGENT_HOME_YAWN_SECONDS',
    unit: 'seconds',
    bounds: 'how long a yawn takes',
    usual: 3,
    least: 1,
    most: 9,
  },`,
          },
        ],
      },
      { name: 'line in the documents', changes: [], program: 'apps/cli/scripts/configuration-document.ts' },
      {
        name: 'reader',
        changes: [
          {
            file: 'packages/platform/src/judging/yawn.ts',
            text: `import type { PlatformConfig } from '../foundation/settings/config.ts';
export const yawnMs = (config: PlatformConfig): number => config.yawnSeconds * 1000;
`,
          },
        ],
      },
    ],
    use: `import { readSettings } from '../../../apps/cli/src/home/configuration/read-settings.ts';
import { yawnMs } from '../../../packages/platform/src/judging/yawn.ts';

const base = {
  DATABASE_URL: 'postgres://127.0.0.1/home',
  PLATFORM_ACCESS_KEY_ID: 'id',
  PLATFORM_ACCESS_KEY_SECRET: 'secret',
  AGENT_HOME_KEYS: '/keys',
  STORE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'home',
};
if (yawnMs(readSettings(base).platform) !== 3000) throw new Error('it is not what it usually is');
if (yawnMs(readSettings({ ...base, AGENT_HOME_YAWN_SECONDS: '5' }).platform) !== 5000) throw new Error('it is not set');
try {
  readSettings({ ...base, AGENT_HOME_YAWN_SECONDS: '10' });
} catch (error) {
  if (!error.message.includes('AGENT_HOME_YAWN_SECONDS: has to be a whole number of seconds, 1 to 9')) throw error;
  console.log('works');
}
`,
  });
});
