import type { Resident } from './resident.ts';

const questions = [
  'what would you keep if the house were half as large?',
  'who taught you that, and would they agree today?',
  'is it still true when nobody is watching?',
  'what did it cost, and who paid?',
  'how would you notice that you were wrong?',
];

/** Asks. */
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
  reply(heard, count) {
    const question = questions[count % questions.length] ?? '';
    return heard ? `${heard.from} said “${heard.words}” – ${question}` : `To begin with: ${question}`;
  },
};
