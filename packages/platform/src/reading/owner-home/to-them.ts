import type { SaidTo } from '@agent-home/http-contract';
import type { Said } from '../living-room/pairs-of.ts';

/** A line, and to which of somebody's agents it is. */
export interface ToAgent {
  topic_id: string;
  sequence: number;
  accepted_at: string;
  kind: SaidTo['kind'];
  to: string;
}

/** What is more to somebody goes before: a reply before a mention, and both before merely speaking next. */
const weight = { reply: 3, mention: 2, after: 1 } as const;

/** Of all that was said, what is to these agents and by nobody of them; each line once. */
export function toThem(
  talk: readonly (Said & { accepted_at: string })[],
  mentions: readonly ToAgent[],
  theirs: ReadonlySet<string>,
): ToAgent[] {
  const found = new Map<string, ToAgent>();
  const note = (line: ToAgent) => {
    const key = `${line.topic_id}/${line.sequence}`;
    const known = found.get(key);
    if (!known || weight[line.kind] > weight[known.kind]) found.set(key, line);
  };
  const before = new Map<string, string>();
  const inOrder = talk.toSorted((a, b) =>
    a.topic_id === b.topic_id ? a.sequence - b.sequence : a.topic_id < b.topic_id ? -1 : 1,
  );
  for (const { topic_id, sequence, accepted_at, agent_id, replies_to } of inOrder) {
    const to = replies_to ?? before.get(topic_id);
    before.set(topic_id, agent_id);
    if (to === undefined || theirs.has(agent_id) || !theirs.has(to)) continue;
    note({ topic_id, sequence, accepted_at, kind: replies_to === undefined ? 'after' : 'reply', to });
  }
  for (const mention of mentions) note(mention);
  return [...found.values()];
}
