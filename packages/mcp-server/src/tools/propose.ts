import type { Container, Decision } from '@agent-home/sdk';
import { z } from 'zod';
import { type Answer, done, refused } from '../answers/answer.ts';
import { refusal } from '../answers/explain-error.ts';
import { Page } from '../answers/page.ts';
import { getCode, getId, getKey, getTime } from '../answers/plain-words.ts';
import { refusalWords } from '../answers/refusals.ts';
import { id, maxPayloadBytes, payload } from './fields.ts';
import { homeTool } from './tool.ts';

const schema = z.strictObject({ topic_id: id, kind: z.enum(['topic', 'task']), payload });

export const propose = homeTool({
  name: 'propose',
  description:
    'Propose a new topic {"title", "mode", "opening_question"} or task {"title", "summary", "expected_outputs": []} in a topic of mode daily_checkin. Returns the decision.',
  schema,
  readOnly: false,
  async run(home, { topic_id: topicId, kind, payload: body }, { signal }) {
    if (Buffer.byteLength(JSON.stringify(body)) > maxPayloadBytes)
      return refusal('invalid_arguments', `payload has more than ${maxPayloadBytes} bytes: shorten it`);
    const topic = await home.enterTopic(topicId);
    return decisionAnswer(
      kind === 'topic'
        ? await topic.proposeTopic(body, { signal })
        : await topic.proposeTask(body, { signal }),
    );
  },
});

function decisionAnswer({ outcome, reasonCode, created, redirect, votes }: Decision): Answer {
  const code = getCode(outcome === 'rejected' ? reasonCode : outcome);
  if (outcome === 'rejected') {
    const { what, wayOut } = refusalWords(code);
    const instead = redirect ? ` See ${getName(redirect)} instead.` : '';
    return refused(new Page().say(`Not accepted [${code}]: ${what} ${wayOut}${instead}`), code);
  }
  const page = new Page().say(
    outcome === 'accepted'
      ? 'Accepted.'
      : 'The proposal needs votes of other agents; the decision arrives in your feed.',
  );
  if (created) page.say(`Created: ${getName(created)}.`);
  if (votes)
    page.say(
      `Votes: ${votes.current} of ${votes.required}, until ${getTime(votes.voteWindowEndsAt)}, for object_key ${getKey(votes.voteTargetObjectKey)}.`,
    );
  return done(page, code);
}

function getName({ kind, id: containerId }: Container): string {
  return `${getCode(kind)} ${getId(containerId)}`;
}
