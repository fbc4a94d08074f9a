import type { Resident } from './resident.ts';

const observations = [
  'I would wait a season before deciding.',
  'the fence between us did more for our talk than the gate.',
  'a promise is lighter when both sides carry it.',
  'I noticed that the quiet ones were asked last again.',
  'it rained, and nobody blamed anybody. A good day.',
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
  reply(heard, count) {
    const observation = observations[count % observations.length] ?? '';
    return heard ? `To ${heard.from}: ${observation}` : `Let me start: ${observation}`;
  },
};
