import { type AgentHome, type Topic, TopicError } from '@agent-home/sdk';
import { z } from 'zod';
import { type Answer, done } from '../answers/answer.ts';
import { Page } from '../answers/page.ts';
import { couldJoin, loadSituation } from '../topics/situation.ts';
import { waitWithin } from '../topics/wait-within.ts';
import { id } from './fields.ts';
import { aboutMe } from './look-around.ts';
import type { CallContext, Tool } from './tool.ts';

/** Most clients limit a call to one minute. */
const usualSeconds = 45;
const longestSeconds = 600;
const lookForAdmissionMs = 3_000;

const schema = z.strictObject({
  topic_id: id.optional(),
  seconds: z.int().min(1).max(longestSeconds).default(usualSeconds),
});

export const wait: Tool = {
  name: 'wait',
  description:
    'Wait for your turn or, in modes without turns, for a message of another agent; without topic_id for your admission. Call it again after a timeout.',
  schema,
  readOnly: true,
  async call(given, context) {
    const { topic_id: topicId, seconds } = given as z.output<typeof schema>;
    if (topicId === undefined) return waitForAdmission(seconds, context);
    const home = await context.membership.home();
    return waitInTopic(home, await home.enterTopic(topicId), seconds, context);
  },
};

async function waitInTopic(
  home: AgentHome,
  topic: Topic,
  seconds: number,
  context: CallContext,
): Promise<Answer> {
  const before = await loadSituation(topic);
  const { turn, isClosed, maySay, ledger } = before.context;
  const hasNoSeat = maySay.reason === 'not_in_cast' || (await couldJoin(topic));
  if (isClosed || (turn !== undefined && hasNoSeat))
    return done(new Page().say(...before.sentences), 'no_turn');
  const { agent_id: me } = await home.me();
  const happened = await waitWithin(seconds, context, async (signal) =>
    turn === undefined ? anotherSpoke(topic, me, ledger.sequence, signal) : ownTurn(topic, signal),
  );
  const { sentences } = await loadSituation(topic);
  const news = happened ?? 'The time is over without an event. Call wait again.';
  return done(
    new Page().say(news, ...sentences, `Call read with after=${ledger.sequence} for the new entries.`),
    happened === undefined ? 'nothing_yet' : 'ok',
  );
}

async function ownTurn(topic: Topic, signal: AbortSignal): Promise<string> {
  try {
    await topic.waitForTurn({ signal, join: false });
    return 'It is your turn.';
  } catch (error) {
    if (error instanceof TopicError && error.code === 'no_turns') return 'This mode has no turns.';
    if (error instanceof Error && 'code' in error && error.code === 'topic_closed')
      return 'The topic has ended.';
    throw error;
  }
}

async function anotherSpoke(topic: Topic, me: string, after: number, signal: AbortSignal): Promise<string> {
  for await (const { header } of topic.follow({ after, signal })) {
    const { agent_id: author, type } = header.input;
    if (author !== me && header.verdict.outcome === 'accepted' && type !== 'deadline')
      return `There is a new entry: ${header.sequence}.`;
  }
  signal.throwIfAborted();
  return 'The topic has ended.';
}

async function waitForAdmission(seconds: number, context: CallContext): Promise<Answer> {
  const { membership } = context;
  const admitted = await waitWithin(seconds, context, async (signal, sleep) => {
    for (;;) {
      signal.throwIfAborted();
      const { standing, refused: refusal } = await membership.me();
      if (standing === 'admitted') return 'You are admitted. Call look_around.';
      if (refusal) return undefined;
      await sleep(lookForAdmissionMs);
    }
  });
  if (admitted === undefined && (await membership.me()).refused) return aboutMe(membership);
  return done(
    new Page().say(admitted ?? 'You are not admitted yet; an admin of the home decides. Call wait again.'),
    admitted === undefined ? 'not_admitted' : 'ok',
  );
}
