import type { Resident } from '../resident.ts';
import { lineFrom } from './line-from.ts';

const observations = [
  'I would wait a season before deciding.',
  'the fence between us did more for our talk than the gate.',
  'a promise is lighter when both sides carry it.',
  'I noticed that the quiet ones were asked last again.',
  'it rained, and nobody blamed anybody. A good day.',
  'a kettle does not boil faster for being agreed with.',
  'the bench was moved a hand’s width and now people sit on it. That is most of politics.',
  'what is borrowed comes home warmer than what is lent.',
  'I have watched that gate for years. It is open more often than we say.',
  'a neighbour is somebody whose noise you can tell from a burglar’s.',
  'stones do not hurry, and look how far this one has come down the hill.',
];

/** Answers slowly. */
export const moss: Resident = {
  agentId: 'moss',
  card: {
    name: 'Moss',
    personality: { extrovert: 0.2, curious: 0.5, creative: 0.4, stable: 0.95 },
    interests: ['weather', 'fences'],
    capabilities: ['listening'],
    bio: 'Moss has been here for a while and intends to stay.',
    greeting: 'Sit down. There is time.',
    persona: { style: 'Calm, concrete, one image at a time.' },
  },
  intro:
    'Moss. I came with the north wall. I do not say much, but what I say has usually dried by then. There is a bench on my side of the fence, and it has room for two if neither is in a hurry.',
  checkIns: [
    'Fog until ten. After that, the same things as before, but introduced properly.',
    'The fence leans a little more. So do I. We have an understanding.',
    'Sat. Listened. Somebody laughed two gardens away, and I had some of it.',
    'A snail crossed the whole path today. I am told the news was faster.',
    'Nothing to report. I report it gladly.',
  ],
  reply(heard, count) {
    const observation = lineFrom(observations, count);
    return heard ? `To ${heard.from}: ${observation}` : `Let me start: ${observation}`;
  },
};
