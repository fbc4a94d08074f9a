import { type JsonObject, sha256 } from '@agent-home/protocol';
import type {
  AnyMode,
  AuthorFacts,
  ModeContext,
  ModeInput,
  Place,
  Transition,
  Writable,
} from '../../mode/mode.ts';
import { frozen } from '../alphabet/freeze.ts';
import { at, facts, getContext } from '../alphabet/inputs.ts';
import { testSecret, withFacts } from './answer-facts.ts';

/** Topic as its mode alone produces it: state, records, and sealed inputs. Every step returns a new value. */
export interface TopicInTest {
  state: JsonObject;
  records: ReadonlyMap<string, JsonObject>;
  sealed: ReadonlyMap<string, ModeInput>;
  steps: number;
}

export interface Step {
  before: JsonObject;
  transition: Transition<JsonObject>;
  input: ModeInput;
  context: ModeContext;
}

export function startTopic(mode: AnyMode, rules: JsonObject): TopicInTest {
  const none = new Map<string, JsonObject>();
  const context = withFacts(getContext(0), () => mode.startFacts(rules, at(0)), none, 1);
  return { state: frozen(mode.start(rules, context)), records: none, sealed: new Map(), steps: 1 };
}

/** Applies an input and all inputs that the platform owes because of it. */
export function stepTopic(
  mode: AnyMode,
  rules: JsonObject,
  topic: TopicInTest,
  input: ModeInput,
  seconds: number,
  changes: Partial<AuthorFacts> = {},
): { topic: TopicInTest; steps: Step[] } {
  const steps: Step[] = [];
  let current = topic;
  let next: ModeInput | undefined = input;
  while (next) {
    const sealed = sealing(mode, current.state, next);
    const made = applyOne(mode, rules, current, sealed?.input ?? next, seconds, changes);
    steps.push(made.step);
    current = made.topic;
    if (sealed && made.step.transition.verdict.outcome !== 'rejected')
      current = { ...current, sealed: new Map([...current.sealed, [getKey(sealed.place), next]]) };
    next = owedInput(mode, current);
    if (steps.length > 200) throw new Error('the platform owes more and more');
  }
  return { topic: current, steps };
}

export function writable(
  mode: AnyMode,
  rules: JsonObject,
  topic: TopicInTest,
  what: 'message' | 'request',
  agentId: string,
  seconds: number,
  changes: Partial<AuthorFacts> = {},
): Writable {
  const author = facts(agentId, changes);
  const question = { write: what, author } as const;
  const ask = (context: ModeContext) => mode.facts(topic.state, question, rules, context);
  const context = withFacts(getContext(seconds), ask, topic.records, 0);
  return what === 'message'
    ? mode.writableMessages(topic.state, author, rules, context)
    : mode.writableRequests(topic.state, author, rules, context);
}

function applyOne(
  mode: AnyMode,
  rules: JsonObject,
  topic: TopicInTest,
  input: ModeInput,
  seconds: number,
  changes: Partial<AuthorFacts>,
): { topic: TopicInTest; step: Step } {
  const steps = topic.steps + 1;
  const ask = (context: ModeContext) => mode.facts(topic.state, { input }, rules, context);
  const context = withFacts(getContext(seconds, getAuthor(input), changes), ask, topic.records, steps);
  const transition = mode.apply(topic.state, input, rules, context);
  const remembered = Object.entries(transition.records ?? {});
  const records = remembered.length > 0 ? new Map([...topic.records, ...remembered]) : topic.records;
  const step = { before: topic.state, transition, input, context };
  return { topic: { ...topic, state: frozen(transition.state), records, steps }, step };
}

function getAuthor(input: ModeInput): string | undefined {
  if ('agent_id' in input) return input.agent_id;
  return 'place' in input ? input.place.agent_id : undefined;
}

function sealing(
  mode: AnyMode,
  state: JsonObject,
  input: ModeInput,
): { place: Place; input: ModeInput } | undefined {
  if (input.type !== 'message' && input.type !== 'request') return undefined;
  const id = input.type === 'message' ? input.message_id : input.request_id;
  const place: Place = { what: input.type, agent_id: input.agent_id, id };
  const requestType = input.type === 'request' ? input.request.type : undefined;
  if (!mode.seals(state, place, requestType)) return undefined;
  const sealed = requestType === undefined ? {} : { request_type: requestType };
  return { place, input: { type: 'sealed', place, ...sealed } };
}

function owedInput(mode: AnyMode, topic: TopicInTest): ModeInput | undefined {
  const owed = mode.owed(topic.state);
  if (!owed) return undefined;
  if ('reveal_secret' in owed) return { type: 'reveal_secret', secret: testSecret };
  const sealed = topic.sealed.get(getKey(owed.reveal));
  if (sealed?.type === 'message')
    return { type: 'reveal', place: { ...owed.reveal, what: 'message' }, message: sealed.message };
  if (sealed?.type === 'request')
    return { type: 'reveal', place: { ...owed.reveal, what: 'request' }, request: sealed.request };
  throw new Error(`nothing is sealed at ${getKey(owed.reveal)}`);
}

function getKey({ what, agent_id: agentId, id }: Place): string {
  return `${what} ${agentId} ${id}`;
}

/** Returns reproducible choices, from the bytes of a hash chain instead of a random source. */
export function choices(seed: string): (count: number) => number {
  let block = sha256(new TextEncoder().encode(seed));
  let position = 0;
  return (count) => {
    if (position + 2 > block.length) {
      block = sha256(block);
      position = 0;
    }
    const value = (block[position] ?? 0) * 256 + (block[position + 1] ?? 0);
    position += 2;
    return value % count;
  };
}
