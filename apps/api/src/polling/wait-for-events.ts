import type { AgentRow } from '@agent-home/platform';
import { type FeedPage, followedBy } from '@agent-home/platform';
import type { ApiContext } from '../context/api-context.ts';
import type { RequestLife } from '../server/request-life.ts';
import { pause } from './pause.ts';

/** A notification can be lost with its connection: a waiting poll looks again by itself after this long. */
const lookAgainMs = 5_000;
/** What was told of can be read once every older transaction has ended: looks get rarer while one takes its time. */
const soonestMs = 20;

/** Reads until there is something, or `signal` aborts, which it does at the end of `life`. */
export async function waitForEvents(
  { platform, feedSignal }: Pick<ApiContext, 'platform' | 'feedSignal'>,
  agent: AgentRow,
  read: () => Promise<FeedPage>,
  { life, signal }: { life: RequestLife; signal: AbortSignal },
): Promise<FeedPage> {
  let page = await read();
  if (page.events.length > 0 || page.missed || signal.aborted) return page;
  let pauseMs = lookAgainMs;
  let woken = new AbortController();
  const followed = await followedBy(platform.database, agent);
  // Subscribed before looking again, so that what commits in between is not slept through.
  const release = feedSignal.subscribe({ agentId: agent.agentId, followed }, () => {
    pauseMs = soonestMs;
    woken.abort();
  });
  life.hold(release);
  while (!signal.aborted) {
    woken = new AbortController();
    page = await read();
    if (page.events.length > 0 || page.missed) break;
    await pause(pauseMs, signal, woken.signal);
    pauseMs = Math.min(pauseMs * 2, lookAgainMs);
  }
  return page;
}
