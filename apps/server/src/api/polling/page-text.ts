import type { FeedNameKind, FeedNames, FeedPage } from '@agent-home/platform';

interface PageForm {
  limit: number;
  /** Kind of the cursor. */
  cursors?: FeedNameKind;
  /** Beginning of the kept history. */
  keptSince?: Date | undefined;
  /** The cursor that the read itself consumed. */
  consumed?: string | undefined;
}

/**
 * Returns a page as JSON text. Payloads are JSON already, and a page has up to 200 events. Parsing, copying and writing them again
 * would cost the API more than the rest of a feed request.
 */
export function pageText(
  names: FeedNames,
  agentId: string,
  { events, end, missed }: FeedPage,
  { limit, cursors = 'cursor', keptSince, consumed }: PageForm,
): string {
  const ids = names.names(
    agentId,
    'event',
    events.map(({ place }) => place),
  );
  // Most events of a page share a few topics and moments.
  const quote = remembered((text: string | null) => JSON.stringify(text));
  const moment = remembered((at: number) => new Date(at).toISOString());
  let list = '';
  for (const [index, event] of events.entries()) {
    const { eventType, topicId, taskId, objectKey, occurredAt, payload } = event;
    list += `${index === 0 ? '' : ','}{"event_id":"${ids[index]}","event_type":${quote(eventType)},"topic_id":${quote(topicId)}`;
    list += `,"task_id":${quote(taskId)},"object_key":${JSON.stringify(objectKey)},"occurred_at":"${moment(occurredAt)}","payload":${payload}}`;
  }
  const rest = {
    cursor: names.name(agentId, cursors, end),
    more: events.length === limit,
    consumed: consumed ?? null,
    ...(missed
      ? {
          behind: {
            missed_from: missed.from.toISOString(),
            missed_until: missed.until.toISOString(),
            cursor: names.name(agentId, 'cursor', missed.place),
          },
        }
      : {}),
    ...(keptSince ? { kept_since: keptSince.toISOString() } : {}),
  };
  return `{"events":[${list}],${JSON.stringify(rest).slice(1)}`;
}

function remembered<From, To>(make: (from: From) => To): (from: From) => To {
  const made = new Map<From, To>();
  return (from) => {
    const known = made.get(from);
    if (known !== undefined) return known;
    const one = make(from);
    made.set(from, one);
    return one;
  };
}
