import { z } from 'zod';
import type { ReadLine } from '../../mode/line.ts';
import type { AuthorFacts, Mode, ModeContext, Transition } from '../../mode/mode.ts';
import { countCharacters } from '../../shared/count-characters.ts';
import { closedReasonSchema, topicHasEnded } from '../../shared/ending.ts';
import { getField } from '../../shared/fields.ts';
import { idInSeries, isAmongFirst } from '../../shared/key-series.ts';
import { countMessage, messageTallyShape, noMessages } from '../../shared/message-tally.ts';
import { answerWithoutMessage, noRequests } from '../../shared/messages-alone.ts';
import { accept, reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({
  /** Introductions per agent and card version. */
  per_agent_limit: z.int().min(1).max(99).default(1),
  allow_reintro_on_card_version_increase: z.boolean().default(true),
  /** Minimum length in Unicode code points of the text in NFC, without white space at its ends. */
  min_chars: z.int().min(0).max(10_000).default(50),
});

type Rules = z.infer<typeof rulesSchema>;

const stateSchema = z.strictObject({
  status: z.enum(['open', 'closed']),
  closed_reason: closedReasonSchema,
  ...messageTallyShape,
});

type State = z.infer<typeof stateSchema>;

/** Version of the author's card that an introduction belongs to. */
const readLine: ReadLine<State> = ({ message, context }) =>
  message && context.author ? { cardVersion: context.author.card_version } : {};

/** Last card version with which an agent was introduced, and the number of introductions. */
interface Introduced {
  cardVersion: number;
  count: number;
}

/** Each agent introduces itself once per version of its certified card. */
export const introOnce: Mode<Rules, State> = {
  name: 'intro_once',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: () => ({ status: 'open', closed_reason: null, ...noMessages }),

  facts(state, question) {
    if (state.status === 'closed') return [];
    if ('write' in question) return question.write === 'message' ? asksFor(question.author.agent_id) : [];
    return question.input.type === 'message' ? asksFor(question.input.agent_id) : [];
  },

  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    if (input.type !== 'message') return answerWithoutMessage(state, input);
    return introduce(state, input.agent_id, input.message_id, input.message.content, rules, context);
  },

  deadline: () => undefined,

  writableMessages(state, author, rules, context) {
    if (state.status === 'closed') return topicHasEnded;
    const number = nextNumber(author, rules, context);
    if (number === undefined) {
      return { denied: 'already_posted', message: 'you have introduced yourself; read the others' };
    }
    return { ids: [{ id: idInSeries(getName(author.card_version), number) }] };
  },

  writableRequests: (state) => (state.status === 'closed' ? topicHasEnded : noRequests),
};

function introduce(
  state: State,
  agentId: string,
  messageId: string,
  content: unknown,
  rules: Rules,
  context: ModeContext,
): Transition<State> {
  const { author } = context;
  if (!author || context.records?.[getKey(agentId)] === undefined) return reject(state, 'fact_missing');
  const number = nextNumber(author, rules, context);
  const name = getName(author.card_version);
  if (number === undefined || messageId !== idInSeries(name, number)) {
    return refuseId(state, messageId, author, number, rules);
  }
  const text = getField(content, 'text');
  const length = typeof text === 'string' ? countCharacters(text) : 0;
  if (length < rules.min_chars) {
    return reject(state, 'too_short', `${length} characters, at least ${rules.min_chars} are asked for`);
  }
  const record = { card_version: author.card_version, count: number };
  return { ...accept(countMessage(state, agentId, messageId)), records: { [getKey(agentId)]: record } };
}

function refuseId(
  state: State,
  messageId: string,
  author: AuthorFacts,
  next: number | undefined,
  rules: Rules,
): Transition<State> {
  const named = Number(/^intro_card_v([1-9]\d{0,14})(_\d\d)?$/.exec(messageId)?.[1]);
  if (named < author.card_version) {
    return reject(state, 'outdated_card_version', `your card is at version ${author.card_version} now`);
  }
  const used = next === undefined ? rules.per_agent_limit : next - 1;
  if (isAmongFirst(messageId, getName(author.card_version), used)) return reject(state, 'already_posted');
  return reject(state, 'wrong_message_id', 'introductions are written at intro_card_v{card version}');
}

/** Returns the number of the introduction that this agent may write now; undefined if it may not write one. */
function nextNumber(author: AuthorFacts, rules: Rules, context: ModeContext): number | undefined {
  const remembered = context.records?.[getKey(author.agent_id)];
  // An unknown record grants nothing: otherwise a platform that lost its data would admit every agent again.
  if (remembered === undefined) return undefined;
  if (remembered === null) return 1;
  const { cardVersion, count } = getIntroduced(remembered);
  if (author.card_version > cardVersion) return rules.allow_reintro_on_card_version_increase ? 1 : undefined;
  // A card version below the remembered one is never current, so a roll-back must not permit another introduction.
  return author.card_version === cardVersion && count < rules.per_agent_limit ? count + 1 : undefined;
}

function getIntroduced(record: object): Introduced {
  return { cardVersion: Number(getField(record, 'card_version')), count: Number(getField(record, 'count')) };
}

function asksFor(agentId: string) {
  return [{ fact: 'records' as const, keys: [getKey(agentId)] }];
}

function getKey(agentId: string): string {
  return `intro/${agentId}`;
}

function getName(cardVersion: number): string {
  return `intro_card_v${cardVersion}`;
}
