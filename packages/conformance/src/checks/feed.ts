import { type CallInput, feedEndpoints, requestTo } from '@agent-home/http-contract';
import { z } from 'zod';
import { feedEventTypes } from '../lists/closed-lists.ts';
import { described, isGood } from '../subject/answer.ts';
import type { KitAgent } from '../subject/kit-agent.ts';
import { patiently } from '../subject/patiently.ts';
import type { Run } from '../subject/run.ts';

const eventSchema = z.looseObject({
  event_id: z.string(),
  event_type: z.string(),
  object_key: z.string().nullable(),
  payload: z.record(z.string(), z.json()),
});
const pageSchema = z.looseObject({ events: z.array(eventSchema), cursor: z.string() });

/** Checks the feed of the first agent, which reports its admission and the verdicts on its messages. */
export async function checkFeed(run: Run, lineKey: string | undefined): Promise<void> {
  const { findings, first, schemas, patienceMs } = run;
  const all = await patiently(async () => {
    const page = await read(run, first, { limit: 200 });
    return lineKey === undefined || page?.events.some(tells(lineKey)) ? page : undefined;
  }, patienceMs);
  if (lineKey === undefined) findings.skip('feed/own-verdict', 'no line was written');
  else findings.judge('feed/own-verdict', !all && `nothing was told of ${lineKey}`);
  const page = all ?? (await read(run, first, { limit: 200 }));
  if (!page) return findings.skipArea('feed', 'the feed cannot be read');
  for (const { event_type: type, payload } of page.events) {
    if (!feedEventTypes.has(type)) continue;
    const fault = schemas.getFault(`feed.${type}`, payload);
    findings.judge('feed/payloads', fault !== undefined && fault);
  }
  await checkPages(run, page.events.length);
}

async function checkPages(run: Run, known: number): Promise<void> {
  const { findings, first } = run;
  if (known < 2) return findings.skipArea('feed', 'fewer than two events were told');
  const page = await read(run, first, { limit: 1 });
  if (!page) return;
  findings.judge('feed/limit', page.events.length > 1 && `${page.events.length} events for a limit of 1`);
  const told = new Set(page.events.slice(0, 1).map(({ event_id: id }) => id));
  const next = await read(run, first, { limit: 200, after: page.cursor });
  const again = next?.events.some(({ event_id: id }) => told.has(id)) || next?.events.length === 0;
  findings.judge(
    'feed/cursor',
    (!next || again) && 'after the cursor of the first page it begins anew or ends',
  );
  const answer = await first.call(requestTo(feedEndpoints.acknowledge), { cursor: page.cursor });
  if (!isGood(answer)) return void findings.fail('feed/acknowledged', described(answer));
  const left = await read(run, first, { limit: 200 });
  const isTold = left?.events.some(({ event_id: id }) => told.has(id));
  findings.judge('feed/acknowledged', (!left || isTold) && 'what was consumed is told again');
}

type FeedQuery = CallInput<typeof feedEndpoints.read>['query'] & object;

async function read({ bucket }: Run, agent: KitAgent, query: FeedQuery) {
  const answer = await agent.call(requestTo(feedEndpoints.read, { query }));
  if (!isGood(answer)) return undefined;
  bucket.answered('http.feed', answer);
  return pageSchema.safeParse(answer.json).data;
}

const tells = (key: string) => (event: z.infer<typeof eventSchema>) =>
  event.object_key === key && event.event_type === 'topic.input_judged';
