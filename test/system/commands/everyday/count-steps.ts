import type { StepHere, StepThere } from './row-schema.ts';

type Counted = Pick<StepThere | StepHere, 'kind'> & { text: string };

/**
 * Counts steps by one rule for every product: a command or line that is typed is one, a choice at a prompt is one, a new file is one,
 * and each line of code, settings or text with a letter or digit is one.
 */
export function countSteps(steps: readonly Counted[]): number {
  return steps.reduce((sum, step) => sum + countStep(step), 0);
}

function countStep({ kind, text }: Counted): number {
  if (kind === 'type' || kind === 'choose') return 1;
  return countLines(text) + (kind === 'write' ? 1 : 0);
}

function countLines(text: string): number {
  return text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
}
