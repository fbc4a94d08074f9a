import {
  type FactRequest,
  type Facts,
  type ModeContext,
  randomCommitment,
  randomValue,
} from '@agent-home/modes';
import type { JsonObject } from '@agent-home/protocol';

export const testSecret = 'ab'.repeat(32);

/** What a mode asks to know, answered the same way in every run. */
export function answerFact(
  context: ModeContext,
  request: FactRequest,
  records: ReadonlyMap<string, JsonObject>,
  sequence: number,
): ModeContext {
  if (request.fact === 'records') {
    const found = Object.fromEntries(request.keys.map((key) => [key, records.get(key) ?? null]));
    return { ...context, records: { ...context.records, ...found } };
  }
  return { ...context, facts: { ...context.facts, ...factOf(request, sequence) } };
}

function factOf(request: Exclude<FactRequest, { fact: 'records' }>, sequence: number): Facts {
  switch (request.fact) {
    case 'local_day':
      return { local_day: { date: '20260301', ends_at: '2026-03-02T00:00:00.000Z' } };
    case 'same_sound':
      return { same_sound: { same: request.first === request.second } };
    case 'dictionary':
      return { dictionary: { known: true } };
    case 'poem':
      return { poem: { score: 5, notes: [] } };
    case 'random':
      return { random: { value: randomValue(testSecret, sequence) } };
    case 'random_commitment':
      return { random_commitment: { sha256: randomCommitment(testSecret) } };
    case 'proposal': {
      const kind = request.request_type === 'propose_topic' ? ('topic' as const) : ('task' as const);
      const reserved = { kind, id: 'newer', object_key: `${kind}s/newer/manifest.json` };
      const isSafe = request.payload.title !== 'unsafe';
      return { proposal: { eligible: true, safe: isSafe, within_budget: true, reserved } };
    }
  }
}
