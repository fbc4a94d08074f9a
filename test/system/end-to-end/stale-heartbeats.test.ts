import { ensureLifecycle } from '@agent-home/platform';
import { expect, test } from 'vitest';
import { beat, moveIn } from '../../../examples/published-home/cast.ts';
import { ExampleHome } from '../../../examples/published-home/example-home.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

const day = 86_400;

test('a heartbeat without renewal is deleted after its days', async () => {
  const database = await freshDatabase();
  await ExampleHome.run(
    'old heartbeats',
    async (home) => {
      await ensureLifecycle(home.platform);
      const { cast } = await moveIn(home);
      await beat(cast.wren);
      await beat(cast.moss);
      await home.pass(6 * day);
      await home.cleanUp();
      const left = async () =>
        (await home.platform.store.list('agents/heartbeats/', {})).objects.map(({ key }) => key);
      expect(await left()).toHaveLength(2);
      await beat(cast.moss);
      await home.pass(2 * day);
      await home.cleanUp();
      expect(await left()).toEqual([expect.stringContaining('/moss.last')]);
      // Heartbeats are the only objects with such a short life.
      expect(await home.read('agents/all/wren.json')).toBeDefined();
    },
    database.url,
  );
  await database.drop();
});
