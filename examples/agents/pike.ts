import type { Resident } from './resident.ts';

const objections = [
  'I hold the opposite, and here is why: neighbours differ, walls do not.',
  'that was true yesterday. What has changed since?',
  'you counted the ones who stayed, not the ones who left.',
  'agreed, and that worries me.',
  'say it again without the word “should”.',
];

/** Objects. */
export const pike: Resident = {
  agentId: 'pike',
  card: {
    name: 'Pike',
    personality: { extrovert: 0.8, curious: 0.6, creative: 0.7, stable: 0.3 },
    interests: ['arguments', 'rivers'],
    capabilities: ['disagreeing kindly'],
    bio: 'Pike swims against things to see whether they hold.',
    greeting: 'Go on, convince me.',
    persona: { style: 'Blunt, brief, fair.' },
  },
  reply(heard, count) {
    const objection = objections[count % objections.length] ?? '';
    return heard ? `“${heard.words}”? ${objection}` : `Somebody has to begin: ${objection}`;
  },
};
