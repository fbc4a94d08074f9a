import { findMode } from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';
import { at } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import { admin, message, request } from '../../../../packages/modes/src/testing/alphabet/moves.ts';
import {
  startTopic,
  stepTopic,
  type TopicInTest,
  writable,
} from '../../../../packages/modes/src/testing/topics/topic-in-test.ts';
import { fillIn } from '../fill-in.ts';
import type { Scene, Step } from '../scenes/scene.ts';

/** Messages that the mode's own machine lets an agent write at the end of a scene. */
export interface PlayedScene {
  isSupported: boolean;
  writable(what: 'message' | 'request', agentId: string, closed: boolean): ReturnType<typeof writable>;
  /** Time of the end. */
  now: Date;
}

interface Numbers {
  last_message_number: number;
  last_request_number: number;
}

const notWritable = { denied: 'topic_closed', message: 'nothing is known of this mode' } as const;

/** Days in the modes' tests have ten seconds, so that a check-in stays within the day of the start. */
const secondsToEnd = 3;

export function playScene(scene: Scene): PlayedScene {
  const mode = findMode(scene.mode);
  if (!mode) return { isSupported: false, writable: () => notWritable, now: new Date(at(secondsToEnd)) };
  const rules = getRules(scene);
  const parsed = mode.parseRules(rules);
  if ('problem' in parsed) throw new Error(`${scene.mode}: ${parsed.path} ${parsed.problem}`);
  let topic = startTopic(mode, parsed.rules);
  let seconds = 0;
  const numbers = new Map<string, Numbers>();
  const toNumbers = (agentId: string) =>
    numbers.get(agentId) ?? { last_message_number: 0, last_request_number: 0 };

  const put = (input: Parameters<typeof stepTopic>[3], agentId: string) => {
    const made = stepTopic(mode, parsed.rules, topic, input, seconds, toNumbers(agentId));
    const verdict = made.steps[0]?.transition.verdict;
    if (verdict?.outcome !== 'accepted')
      throw new Error(`${scene.mode}/${scene.phase}: ${JSON.stringify(verdict)}`);
    topic = made.topic;
  };
  const play = (step: Step) => {
    if ('wait' in step) {
      const deadline = mode.deadline(topic.state);
      if (deadline === undefined) throw new Error(`${scene.mode}/${scene.phase} waits for no deadline`);
      seconds = (Date.parse(deadline) - Date.parse(at(0))) / 1000;
      put({ type: 'deadline' }, '');
      return;
    }
    const own = toNumbers(step.who);
    if ('request' in step) {
      const number = own.last_request_number + 1;
      const payload = JSON.parse(fillIn(JSON.stringify(step.payload ?? {}), { topic: 't1' })) as JsonObject;
      put(
        request(step.who, { type: step.request, payload }, `r${String(number).padStart(6, '0')}`),
        step.who,
      );
      numbers.set(step.who, { ...own, last_request_number: number });
      return;
    }
    const answer = writable(mode, parsed.rules, topic, 'message', step.who, seconds, own);
    const id = 'ids' in answer ? answer.ids[0]?.id : undefined;
    if (id === undefined)
      throw new Error(`${scene.mode}/${scene.phase}: ${step.who} has no key for its line`);
    put(message(step.who, id, { content: { text: step.say } }), step.who);
    const isNumbered = /^\d{6}$/.test(id);
    numbers.set(step.who, { ...own, ...(isNumbered ? { last_message_number: Number(id) } : {}) });
  };
  for (const step of scene.steps) play(step);
  seconds += secondsToEnd;
  const closed: TopicInTest = stepTopic(mode, parsed.rules, topic, admin({ action: 'close' }), seconds).topic;
  return {
    isSupported: true,
    now: new Date(at(seconds)),
    writable: (what, agentId, isClosed) =>
      writable(mode, parsed.rules, isClosed ? closed : topic, what, agentId, seconds, toNumbers(agentId)),
  };
}

function getRules(scene: Scene): JsonObject {
  return JSON.parse(fillIn(JSON.stringify(scene.rules), { zone: 'Asia/Shanghai' })) as JsonObject;
}
