import { ConditionError } from './condition-error.ts';

/**
 * Maximum number of steps for all conditions of one decision together. A step takes at most about a microsecond. A hostile
 * condition, or hostile arguments from a model, block the event loop for some ten milliseconds at most.
 */
export const stepsOfDecision = 20_000;

export class StepMeter {
  #left: number;

  constructor(steps: number = stepsOfDecision) {
    this.#left = steps;
  }

  /** @throws ConditionError `too_many_steps`, and again at each later call, so that no partial result is used */
  spend(steps: number): void {
    this.#left -= steps;
    if (!(this.#left >= 0)) throw ConditionError.of('too_many_steps');
  }
}
