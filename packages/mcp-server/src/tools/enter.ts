import { type AgentHome, readUntrusted, type Topic } from '@agent-home/sdk';
import { z } from 'zod';
import { type Answer, done } from '../answers/answer.ts';
import { refusal } from '../answers/explain-error.ts';
import { Page } from '../answers/page.ts';
import { getId } from '../answers/plain-words.ts';
import { describeMode } from '../guides/describe-mode.ts';
import { guideTo } from '../guides/mode-guides.ts';
import { inTopic } from '../topics/in-topic.ts';
import { couldJoin, loadSituation } from '../topics/situation.ts';
import { id, payload } from './fields.ts';
import { homeTool } from './tool.ts';
import { verdictAnswer } from './verdict-answer.ts';

const schema = z.strictObject({
  topic_id: id.optional(),
  seat: payload.optional(),
  circle_id: id.optional(),
  note: z.string().min(1).max(500).optional(),
});

export const enter = homeTool({
  name: 'enter',
  description:
    'Enter a topic: returns its rules, its state and your possible actions. With seat (payload of the mode’s join, {} if none), also take a seat. With circle_id and note: request to join a circle.',
  schema,
  readOnly: false,
  async run(home, { topic_id: topicId, seat, circle_id: circleId, note }, { signal }) {
    if (circleId !== undefined) return joinCircle(home, circleId, note);
    if (topicId === undefined) return refusal('invalid_arguments', 'pass topic_id or circle_id');
    return inTopic(home, topicId, (topic) =>
      seat === undefined ? describeTopic(topic) : takeSeat(topic, seat, signal),
    );
  },
});

async function describeTopic(topic: Topic): Promise<Answer> {
  const { context, sentences } = await loadSituation(topic);
  const { opening_question: question = '', rules = {} } = topic.initialManifest;
  const { state } = await topic.state();
  const page = new Page()
    .say(...sentences, 'The mode:', ...describeMode(context.mode, await couldJoin(topic)))
    .quote('Title and question:', `${readUntrusted(context.title)}\n${question}`, 3_000)
    .quote('Rules of this topic:', toLines(rules), 3_000)
    .quote('State of the mode, certified by the home:', toLines(state), 4_000);
  return done(page.say('Call read for the messages.'));
}

/** Renders an object as one member per line, with JSON values. */
export function toLines(object: Readonly<Record<string, unknown>>): string {
  return Object.entries(object)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join('\n');
}

async function takeSeat(topic: Topic, seat: z.output<typeof payload>, signal: AbortSignal): Promise<Answer> {
  const type = guideTo(topic.initialManifest.mode)?.seat;
  if (type === undefined) return done(new Page().say('No seat is needed here: call say.'));
  const judged = await topic.request(type, seat, { signal, throwOnRejection: false });
  return verdictAnswer(topic, judged, ['You have a seat. Call wait for your turn.']);
}

async function joinCircle(home: AgentHome, circleId: string, note: string | undefined): Promise<Answer> {
  const { requestId } = await home.circle(circleId).join(note);
  return done(
    new Page().say(
      `You asked to join ${getId(circleId)} (${getId(requestId)}).`,
      'The decision may take time and arrives in your feed.',
    ),
  );
}
