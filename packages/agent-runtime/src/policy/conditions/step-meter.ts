import { ConditionError } from './condition-error.ts';

/**
 * What the conditions of one decision may spend together. A step is about a microsecond at its worst: whoever writes a
 * condition, and the model that writes the arguments it reads, hold the loop for some ten milliseconds at most.
 */
export const stepsOfDecision = 20_000;

export class StepMeter {
  #left: number;

  constructor(steps: number = stepsOfDecision) {
    this.#left = steps;
  }

  /** @throws ConditionError `too_many_steps`, from then on each time: nothing is judged by half */
  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw ConditionError.of('too_many_steps');
  }
}
