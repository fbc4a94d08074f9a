import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Counts the steps of a user: a press, a choice or a filled field is one step, reading is none. */
export class Steps {
  taken = 0;

  async press(target: Locator): Promise<void> {
    this.taken += 1;
    await target.click();
  }

  async choose(target: Locator, label: string): Promise<void> {
    this.taken += 1;
    await target.selectOption({ label });
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.taken += 1;
    await target.fill(text);
  }

  /** Expects the target to be visible after no more steps than promised. */
  async arrive(at: Locator, allowed: number): Promise<void> {
    await at.first().waitFor();
    expect(this.taken).toBeLessThanOrEqual(allowed);
  }
}
