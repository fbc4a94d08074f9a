import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { Mode, ModeContext, Transition } from '../../mode/mode.ts';
import { closeTopic } from '../../shared/close-topic.ts';
import { closedReasonSchema, topicHasEnded } from '../../shared/ending.ts';
import { getField } from '../../shared/fields.ts';
import { countMessage, messageTallyShape, noMessages } from '../../shared/message-tally.ts';
import { answerWithoutMessage, noRequests } from '../../shared/messages-alone.ts';
import { nextIds, numberOfId } from '../../shared/numbered-ids.ts';
import { accept, reject } from '../../shared/verdicts.ts';
import { pathOf, type Reference, readReferences } from './references.ts';

const rulesSchema = z.strictObject({
  /** Levels of the tree; a root is at level 1. */
  max_depth: z.int().min(1).max(1000).default(4),
  /** Maximum direct replies to a message. */
  max_replies_per_message: z.int().min(1).max(10_000).default(50),
  thread_root_policy: z.enum(['single_root', 'multiple_roots']).default('single_root'),
  /** Number of accepted messages that closes the topic. Limits the records of the topic. */
  max_messages: z.int().min(1).max(100_000).default(10_000),
});

type Rules = z.infer<typeof rulesSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  ...messageTallyShape,
  /** The single root. Null before it exists, and always if several are allowed. */
  root: z.strictObject({ agent_id: z.string(), message_id: z.string() }).nullable(),
});

type State = z.infer<typeof stateSchema>;

/** Position of the message in the tree, and of the message that it replies to. */
const readLine: ReadLine<State> = ({ message }) => {
  if (!message) return {};
  const references = readReferences(message);
  const parent = 'parent' in references && references.parent ? { parent: pathOf(references.parent) } : {};
  return { path: pathOf(message), ...parent };
};

/** Position of an accepted message in its tree. */
type Post = { depth: number; root: string; replies: number };

/** Tree of replies: every reader may reply to accepted messages, as deep and as often as the rules allow. */
export const threaded: Mode<Rules, State> = {
  name: 'threaded',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: () => ({ status: 'open', closed_reason: null, ...noMessages, root: null }),

  facts(state, question) {
    if (state.status === 'closed' || !('input' in question) || question.input.type !== 'message') return [];
    const { input } = question;
    const references = readReferences(input.message);
    if ('bad' in references) return [];
    const own = getKey(input);
    const keys = references.parent ? [...new Set([own, getKey(references.parent)])] : [own];
    return [{ fact: 'records', keys }];
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    if (input.type !== 'message') return answerWithoutMessage(state, input);
    if (numberOfId(input.message_id) === undefined) return reject(state, 'wrong_message_id');
    const references = readReferences(input.message);
    if ('bad' in references) {
      return reject(state, 'bad_reference', `meta.${references.bad} names no message of this topic`);
    }
    const remembered = context.records?.[getKey(input)];
    if (remembered === undefined) return reject(state, 'fact_missing');
    if (remembered !== null) return reject(state, 'already_posted');
    return references.parent
      ? reply(state, input, references.parent, references.root, rules, context)
      : plant(state, input, references.root, rules);
  },

  /** Replies to the beginning of a single thread if a message has no target. */
  messageMeta: ({ root }) =>
    root === null ? undefined : { reply_to: { ...root }, thread_root: { ...root } },

  deadline: () => undefined,

  writableMessages: (state, author) =>
    state.status === 'closed' ? topicHasEnded : { ids: nextIds(author.last_message_number) },

  writableRequests: (state) => (state.status === 'closed' ? topicHasEnded : noRequests),
};

/** Starts a tree with a message that replies to no other. */
function plant(state: State, own: Reference, root: Reference | undefined, rules: Rules): Transition<State> {
  const isSingle = rules.thread_root_policy === 'single_root';
  if (isSingle && state.root !== null) {
    return reject(state, 'root_exists', `reply to ${pathOf(state.root)} or to what was said below it`);
  }
  if (root && pathOf(root) !== pathOf(own))
    return reject(state, 'wrong_thread_root', 'a root is its own root');
  const planted = isSingle
    ? { ...state, root: { agent_id: own.agent_id, message_id: own.message_id } }
    : state;
  return post(planted, own, { depth: 1, root: pathOf(own), replies: 0 }, {}, rules);
}

function reply(
  state: State,
  own: Reference,
  parent: Reference,
  root: Reference | undefined,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const found = context.records?.[getKey(parent)];
  if (found === undefined) return reject(state, 'fact_missing');
  // Rejects a reply to the message itself or to a later one, too: neither has been accepted yet, so no cycle can form.
  if (found === null) return reject(state, 'unknown_parent', `${pathOf(parent)} has not been accepted here`);
  const above = getPost(found);
  if (root && pathOf(root) !== above.root) {
    return reject(state, 'wrong_thread_root', `the root of this thread is ${above.root}`);
  }
  if (above.depth >= rules.max_depth) {
    return reject(state, 'too_deep', `replies end at level ${rules.max_depth}; reply further up`);
  }
  if (above.replies >= rules.max_replies_per_message) {
    return reject(state, 'too_many_replies', `${pathOf(parent)} has its ${above.replies} replies`);
  }
  const answered = { [getKey(parent)]: { ...above, replies: above.replies + 1 } };
  return post(state, own, { depth: above.depth + 1, root: above.root, replies: 0 }, answered, rules);
}

function post(
  state: State,
  own: Reference,
  place: Post,
  records: Record<string, JsonObject>,
  rules: Rules,
): Transition<State> {
  const counted = countMessage(state, own.agent_id, own.message_id);
  const isLast = counted.message_count >= rules.max_messages;
  const made = isLast ? closeTopic(counted, 'completed') : accept(counted);
  return { ...made, records: { ...records, [getKey(own)]: place } };
}

function getPost(record: JsonObject): Post {
  return {
    depth: Number(getField(record, 'depth')),
    root: String(getField(record, 'root')),
    replies: Number(getField(record, 'replies')),
  };
}

function getKey(reference: Reference): string {
  return `message/${pathOf(reference)}`;
}
