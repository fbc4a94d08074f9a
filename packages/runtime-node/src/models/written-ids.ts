import { z } from 'zod';

const callsSchema = z
  .array(z.object({ id: z.unknown().optional(), index: z.unknown().optional() }))
  .nullish();
const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ tool_calls: callsSchema }).nullish(),
      message: z.object({ tool_calls: callsSchema }).nullish(),
    }),
  ),
});

/**
 * The ids of calls as the vendor wrote them. Where one is missing, or stands twice, the SDK makes one up and says nothing of
 * it, and a call would be made that nobody can be held to.
 */
export class WrittenIds {
  /** One for each call, by its place; empty where it has none. */
  readonly #ids = new Map<unknown, string>();

  /** @param value a vendor's body, or one chunk of its stream */
  add(value: unknown): void {
    for (const { delta, message } of chunkSchema.safeParse(value).data?.choices ?? []) {
      for (const { id, index } of delta?.tool_calls ?? []) this.#see(index ?? id, id);
      for (const [place, { id }] of (message?.tool_calls ?? []).entries()) this.#see(place, id);
    }
  }

  #see(place: unknown, id: unknown): void {
    const before = this.#ids.get(place) ?? '';
    if (before === '') this.#ids.set(place, typeof id === 'string' && id.trim() !== '' ? id : '');
  }

  /** The calls of an answer with the ids that were written. */
  restore<Call extends { id: string }>(calls: readonly Call[]): Call[] {
    const left = [...this.#ids.values()];
    // Not the vendor's format, so that nothing is known of what was written.
    if (left.length === 0) return [...calls];
    const isWritten = calls.map(({ id }) => {
      const place = left.indexOf(id);
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    });
    return calls.map((call, index) => (isWritten[index] ? call : { ...call, id: left.shift() ?? '' }));
  }
}
