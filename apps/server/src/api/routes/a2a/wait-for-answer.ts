import type { DirectRequest } from '@agent-home/platform';
import type { ApiContext } from '../../context/api-context.ts';
import { endOfWait } from '../../polling/end-of-wait.ts';
import { pause } from '../../polling/pause.ts';
import type { RequestLife } from '../../server/request-life.ts';

/** Limit of a request that clients and proxies tolerate; then the caller polls with GetTask. */
const longestSeconds = 20;
/** A notification can be lost with its connection. */
const lookAgainMs = 5_000;

/** Reads a request's progress until there is an answer, or it is over, or the caller has waited long enough. */
export async function waitForAnswer(
  { publishedSignal, closing }: Pick<ApiContext, 'publishedSignal' | 'closing'>,
  life: RequestLife,
  opened: DirectRequest,
  read: () => Promise<DirectRequest>,
): Promise<DirectRequest> {
  const signal = endOfWait(life, longestSeconds, closing);
  const prefix = `topics/${opened.topicId}/`;
  let woken = new AbortController();
  const wake = () => woken.abort();
  // Subscribes before the first read, so that no change in between is missed.
  life.hold(
    publishedSignal.subscribe(
      ({ objects }) => objects.some(({ object_key: key }) => key.startsWith(prefix)) && wake(),
      wake,
    ),
  );
  for (;;) {
    woken = new AbortController();
    const request = await read();
    if (request.state !== 'waiting' || signal.aborted) return request;
    await pause(lookAgainMs, signal, woken.signal);
  }
}
