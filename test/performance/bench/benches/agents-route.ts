import { compileTriggers, type RoutedAgent } from '@agent-home/agent-runtime';
import { RE2JS } from 're2js';
import { type Bench, ratePerSecond } from '../measure.ts';

const agentCount = 1_000;
const triggersEach = 10;
const syllables = [
  'ba',
  'ko',
  'ri',
  'mu',
  'ten',
  'sal',
  'ver',
  'dor',
  'pi',
  'gra',
  'lon',
  'fe',
  'chi',
  'zu',
  'mar',
  'ost',
];

/** Returns a distinct word for each number, with the length of a typical word. */
function toWord(number: number): string {
  let word = '';
  for (let rest = number + 4_096; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

function agents(): RoutedAgent[] {
  return Array.from({ length: agentCount }, (_, agent) => ({
    name: `agent-${agent}`,
    file: `agents/agent-${agent}.md`,
    triggers: Array.from({ length: triggersEach }, (__, trigger) => ({
      intent: `intent-${trigger}`,
      keywords: [toWord(agent * triggersEach + trigger)],
      priority: trigger,
      match: 'word' as const,
    })),
  }));
}

/** Returns typical prompts: two or three sentences with two of all keywords. */
function collectPrompts(): string[] {
  const filling = 'please look at the parser of the second module and tell me why it stops there';
  return Array.from(
    { length: 100 },
    (_, number) =>
      `${filling}, ${toWord(number * 97)}. ${filling} since yesterday. Then ${toWord(9_999 - number * 31).toUpperCase()}; ${filling}.`,
  );
}

/** Routes a prompt among a thousand agents, with every candidate and the time. */
export const agentsRoute: Bench = {
  name: 'agents_route',
  unit: 'prompts/s',
  floorName: 'one RE2 pass over all keywords joined',
  target: { atLeast: 0.3 },
  pairs: { full: 9, short: 1 },
  async open({ short }) {
    const all = agents();
    const triggers = compileTriggers(all);
    const keywords = all.flatMap((agent) => agent.triggers.flatMap((trigger) => trigger.keywords ?? []));
    const joined = RE2JS.compile(`\\b(?:${keywords.join('|')})\\b`, RE2JS.CASE_INSENSITIVE);
    const prompts = collectPrompts();
    const route = (prompt: string) => triggers.route(prompt).candidates.length;
    const find = (prompt: string) => {
      let found = 0;
      for (const matcher = joined.matcher(prompt); matcher.find(); ) found++;
      return found;
    };
    const few = prompts.slice(0, short ? 2 : 10);
    for (const prompt of few)
      if (route(prompt) !== 2 || find(prompt) !== 2) throw new Error(`not two agents take: ${prompt}`);
    const times = short ? 5 : 200;
    return {
      value: () => ratePerSecond(times * prompts.length, () => repeat(times, prompts, route)),
      floor: () => ratePerSecond(few.length, () => repeat(1, few, find)),
      close: async () => {},
    };
  },
};

function repeat(times: number, prompts: readonly string[], look: (prompt: string) => number): void {
  let found = 0;
  for (let time = 0; time < times; time++) for (const prompt of prompts) found += look(prompt);
  if (found !== times * prompts.length * 2) throw new Error(`${found} were found`);
}
