import { z } from 'zod';
import { matchRule } from '../answering/match-rule.ts';
import type { Facts } from '../conversation/facts.ts';
import { type Fault, faultSchema } from '../faults/fault-schema.ts';
import { whenSchema } from '../scripts/when-schema.ts';

const faultOrderSchema = z.strictObject({
  /** Condition as in a rule; absent for any request. */
  when: whenSchema.prefault({}),
  /** Number of requests affected; absent: until the faults are replaced. */
  times: z.int().min(1).max(1_000_000).optional(),
  fault: faultSchema,
});

export const faultOrdersSchema = z.array(faultOrderSchema).max(1_000);
/** Requested faults for the next requests. */
export type FaultOrders = z.input<typeof faultOrdersSchema>;

/** Faults requested at run time, the only state that the emulator keeps between requests. */
export class FaultQueue {
  #orders: { order: z.output<typeof faultOrderSchema>; left: number }[] = [];

  set(orders: z.output<typeof faultOrdersSchema>): void {
    this.#orders = orders.map((order) => ({ order, left: order.times ?? Number.POSITIVE_INFINITY }));
  }

  /** Returns the first matching fault and decrements its count. */
  take(facts: Facts): Fault | undefined {
    const found = this.#orders.find(({ order, left }) => left > 0 && matchRule(order.when, facts));
    if (found) found.left--;
    return found?.order.fault;
  }

  waiting(): { times?: number; fault: Fault }[] {
    return this.#orders
      .filter(({ left }) => left > 0)
      .map(({ order, left }) => ({ ...(Number.isFinite(left) && { times: left }), fault: order.fault }));
  }
}
