import { InvalidArgumentError } from 'commander';
import { rootKeys } from '../../command-line/common-options.ts';
import { defineCommand } from '../../command-line/define-command.ts';

function parseHours(text: string): number {
  const hours = Number(text);
  if (text.trim() === '' || !(hours >= 0 && hours <= 8_760))
    throw new InvalidArgumentError('a number of hours, at most a year of them');
  return hours;
}

export const keysRotate = defineCommand<{ rootKeys?: string; overlapHours: number }>({
  name: 'keys rotate',

  summary: 'create new signing keys',
  examples: ['agent-home keys rotate', 'agent-home keys rotate --overlap-hours 48'],
  options: [
    rootKeys,
    {
      flags: '--overlap-hours <number>',
      summary: 'hours for which the old keys stay valid',
      parse: parseHours,
      default: 24,
    },
  ],
  needsHome: false,
  misuse: 1,
  run: async (flags) => (await import('./keys.ts')).rotateKeys(process.env, flags),
});
