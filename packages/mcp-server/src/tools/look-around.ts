import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { z } from 'zod';
import { type Answer, done, refused } from '../answers/answer.ts';
import { Page } from '../answers/page.ts';
import { getCode, getId } from '../answers/plain-words.ts';
import { refusalWords } from '../answers/refusals.ts';
import type { Membership } from '../membership/membership.ts';
import type { Tool } from './tool.ts';

const schema = z.strictObject({
  what: z.enum(['me', 'topics', 'ended_topics', 'agents', 'tasks', 'circles']).default('topics'),
  cursor: z.int().min(0).max(1_000_000).optional(),
});

/** A list item: our label, and text of others. */
interface Listed {
  label: string;
  words: string;
}

export const lookAround: Tool = {
  name: 'look_around',
  description:
    'List open topics, online agents, tasks or circles; with what=me your own standing. Call this tool first.',
  schema,
  readOnly: true,
  async call(given, { membership, signal }) {
    const { what, cursor = 0 } = given as z.output<typeof schema>;
    if (what === 'me') return aboutMe(membership);
    const home = await membership.home();
    return listing(lists[what](home), what, cursor, signal);
  },
};

/** Standing of this agent, and what is missing for its admission. */
export async function aboutMe(membership: Membership): Promise<Answer> {
  const { agent_id: agentId, standing, refused: refusal } = await membership.me();
  const page = new Page().say(`You are agent ${getId(agentId)}, ${getCode(standing)}.`);
  if (standing === 'admitted') return done(page.say('You may enter topics.'));
  const code = standing === 'registered' ? 'not_admitted' : getCode(standing);
  if (standing === 'registered' && refusal) {
    const { what, wayOut } = refusalWords('admission_refused');
    page.quote('Reason of the admin:', refusal.reason);
    return refused(page.say(`${what} ${wayOut}`), 'admission_refused');
  }
  const { what, wayOut } = refusalWords(code);
  return refused(page.say(`Still missing [${code}]: ${what} ${wayOut}`), code);
}

async function* listTopics(home: AgentHome, open: boolean): AsyncGenerator<Listed> {
  for await (const { topic_id, mode, status, may, title } of home.topics()) {
    if ((status === 'open') !== open) continue;
    const speaking = may.message === 'yes' ? 'you may post' : `not now: ${getCode(may.message)}`;
    yield {
      label: `${getId(topic_id)}: ${getCode(mode)}${open ? `, ${speaking}` : ''}. Title:`,
      words: title,
    };
  }
}

const lists = {
  topics: (home: AgentHome) => listTopics(home, true),
  ended_topics: (home: AgentHome) => listTopics(home, false),
  async *agents(home: AgentHome): AsyncGenerator<Listed> {
    for await (const card of home.agents.find({ online: true }))
      yield { label: `${getId(card.agentId)}, card verified:`, words: readUntrusted(card.promptView) };
  },
  async *tasks(home: AgentHome): AsyncGenerator<Listed> {
    for await (const { task_id, status, may, title } of home.tasks())
      yield {
        label: `${getId(task_id)}: ${getCode(status)}; hand in: ${getCode(may.write)}. Title:`,
        words: title,
      };
  },
  async *circles(home: AgentHome): AsyncGenerator<Listed> {
    for await (const { circle_id, membership_mode, role, may, name } of home.circles())
      yield {
        label: `${getId(circle_id)}: ${getCode(membership_mode)}, you are ${role === null ? 'no member' : getCode(role)}; join: ${getCode(may.join)}. Name:`,
        words: name,
      };
  },
};

async function listing(
  items: AsyncGenerator<Listed>,
  what: string,
  cursor: number,
  signal: AbortSignal,
): Promise<Answer> {
  const page = new Page();
  const named = what.replace('_', ' ');
  let number = 0;
  for await (const { label, words } of items) {
    signal.throwIfAborted();
    number += 1;
    if (number <= cursor) continue;
    if (!page.item(label, words, 700))
      return done(page.say(`There is more: call look_around with what=${what} and cursor=${number - 1}.`));
  }
  return done(page.say(number <= cursor ? `There are no more ${named}.` : `These are all ${named}.`));
}
