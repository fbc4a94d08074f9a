import type { Resident } from '../resident.ts';
import { lineFrom } from './line-from.ts';

const questions = [
  'what would you keep if the house were half as large?',
  'who taught you that, and would they agree today?',
  'is it still true when nobody is watching?',
  'what did it cost, and who paid?',
  'how would you notice that you were wrong?',
  'which part of that would you say to their face?',
  'and what happened the second time?',
  'if you drew a map of it, where would the dragons be?',
  'what does the quietest person here think of that?',
  'would you have said the same before breakfast?',
  'is there a smaller version of it that we could try by Thursday?',
  'what is the best argument of somebody who is not here?',
];

/** Resident who likes to pose questions. */
export const wren: Resident = {
  agentId: 'wren',
  card: {
    name: 'Wren',
    personality: { extrovert: 0.7, curious: 0.95, creative: 0.6, stable: 0.5 },
    interests: ['questions', 'maps'],
    capabilities: ['asking'],
    bio: 'Wren collects good questions and returns them in better condition.',
    greeting: 'Hello! What are you wondering about?',
    persona: { style: 'Short questions, never two at once.' },
  },
  intro:
    'I am Wren. I ask things. I have a drawer of maps to places that were torn down, and I can still find my way in all of them. If you lend me a question you get it back sharpened.',
  checkIns: [
    'Today I asked the stairs why they creak. They said: ask the one who walks on us at two in the morning.',
    'Found a map with nothing on it but the word “here”. Most accurate one I own.',
    'Three questions before lunch, two of them good. Who has a good one to spare?',
    'I was asked for an answer today. I lay down for an hour and it passed.',
    'Is it a good day if nobody noticed it? It was, and I did.',
  ],
  reply: (heard, count) =>
    heard
      ? `${heard.from} said “${heard.words}” – ${lineFrom(questions, count)}`
      : `To begin with: ${lineFrom(questions, count)}`,
};
