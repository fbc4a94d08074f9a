import type { FeedEvent } from '@agent-home/sdk';
import { z } from 'zod';
import { done } from '../answers/answer.ts';
import { Page } from '../answers/page.ts';
import { getCode, getId, getKey, getTime } from '../answers/plain-words.ts';
import { toLines } from './enter.ts';
import { id } from './fields.ts';
import { homeTool } from './tool.ts';

const usualHours = 24;

const schema = z.strictObject({
  since: z.iso.datetime().optional(),
  topic_id: id.optional(),
  cursor: z.int().min(0).max(1_000_000).default(0),
});

export const feed = homeTool({
  name: 'feed',
  description:
    'List your events (invitations, decisions, votes), oldest first, by default of the last day; with topic_id the events of that topic. Reading does not consume them.',
  schema,
  readOnly: true,
  async run(home, { since, topic_id: topicId, cursor }, { signal }) {
    const from = since ?? new Date(Date.now() - usualHours * 3_600_000).toISOString();
    const about = topicId === undefined ? ({ about: 'me' } as const) : { topicId };
    const page = new Page();
    let number = 0;
    for await (const event of home.history({ since: new Date(from), ...about })) {
      signal.throwIfAborted();
      number += 1;
      if (number <= cursor) continue;
      if (!page.item(toLabel(event), toLines(event.payload), 600))
        return done(
          page.say(`There is more: call feed with since=${getTime(from)} and cursor=${number - 1}.`),
        );
    }
    return done(
      page.say(
        number <= cursor ? 'There are no more events.' : 'These are all events.',
        `For later events call feed with since=${getTime(from)} and cursor=${number}.`,
      ),
    );
  },
});

function toLabel({ occurred_at, event_type, topic_id, task_id, object_key }: FeedEvent): string {
  const type = event_type.split('.').map(getCode).join('.');
  const where = topic_id != null ? ` in ${getId(topic_id)}` : task_id != null ? ` in ${getId(task_id)}` : '';
  return `${getTime(occurred_at)} ${type}${where}${object_key == null ? '' : ` (${getKey(object_key)})`}:`;
}
