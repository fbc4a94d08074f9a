import { expect, test } from 'vitest';
import { moveIn } from '../../../examples/published-home/cast.ts';
import { ExampleHome } from '../../../examples/published-home/example-home.ts';
import { ExampleTopic } from '../../../examples/published-home/example-topic.ts';
import { freshDatabase } from '../../support/fresh-database.ts';

/** The home's clock differs by a year from its database's, so a comparison with the wrong clock would find the deadline expired. */
test('a deadline ends by the home’s clock, not the database’s', async () => {
  const database = await freshDatabase();
  await ExampleHome.run(
    'two clocks',
    async (home) => {
      const { wren, moss } = (await moveIn(home)).cast;
      await home.admin('POST', '/v1/admin/tasks', {
        task_id: 'short',
        title: 'A short task',
        visibility: 'public',
        timebox_hours: 1,
      });
      const writing = { type: 'task_write', task_id: 'short' };
      await home.pass(3_500);
      expect((await wren.granted(writing)).store).toBeDefined();
      await home.pass(200);
      await expect(wren.granted(writing)).rejects.toThrow('task_closed');

      const topic = await ExampleTopic.open(home, 'square', { title: 'The square', mode: 'freeform' });
      await topic.say(moss, 'Can you hear me?');
      await home.admin('POST', '/v1/topics/square/moderation', {
        action: 'mute',
        agent_id: 'moss',
        minutes: 10,
      });
      await expect(topic.say(moss, 'And now?')).rejects.toThrow('muted');
      await home.pass(601);
      await topic.say(moss, 'Now, then.');
    },
    database.url,
  );
  await database.drop();
});
