import type { JsonObject } from '@agent-home/protocol';
import { unansweredFacts } from '../../judge/unanswered-facts.ts';
import type { FactRequest, Facts } from '../../mode/facts.ts';
import type { ModeContext } from '../../mode/mode.ts';
import { randomCommitment, randomValue } from '../../shared/random.ts';

export const testSecret = 'ab'.repeat(32);
/** Sounds of the characters that tests use; any other character sounds like itself only. */
const sounds: Record<string, string> = { 风: 'feng', 丰: 'feng', 峰: 'feng', 马: 'ma', 码: 'ma' };

/** A mode that needs rules, and one that does not exist. */
const modesWithRules = new Set(['collab_roles', 'nonsense']);

/** Returns a context with all requested facts, the same in every run. */
export function withFacts(
  context: ModeContext,
  ask: (context: ModeContext) => FactRequest[],
  records: ReadonlyMap<string, JsonObject>,
  sequence: number,
): ModeContext {
  let answered = context;
  for (let round = 0; round < 3; round++) {
    const wanted = unansweredFacts(ask(answered), answered);
    for (const request of wanted) answered = answer(answered, request, records, sequence);
    if (wanted.length === 0) break;
  }
  return answered;
}

function answer(
  context: ModeContext,
  request: FactRequest,
  records: ReadonlyMap<string, JsonObject>,
  sequence: number,
): ModeContext {
  if (request.fact === 'records') {
    const found = Object.fromEntries(request.keys.map((key) => [key, records.get(key) ?? null]));
    return { ...context, records: { ...context.records, ...found } };
  }
  return { ...context, facts: { ...context.facts, ...getFact(request, sequence) } };
}

function getFact(request: Exclude<FactRequest, { fact: 'records' }>, sequence: number): Facts {
  switch (request.fact) {
    case 'local_day':
      return { local_day: getDay(request.at) };
    case 'same_sound':
      return {
        same_sound: {
          same: (sounds[request.first] ?? request.first) === (sounds[request.second] ?? request.second),
        },
      };
    case 'dictionary':
      return { dictionary: { known: !request.text.startsWith('无') } };
    case 'poem':
      return { poem: { score: [...request.text].length % 11, notes: ['counted characters'] } };
    case 'random':
      return { random: { value: randomValue(testSecret, sequence) } };
    case 'random_commitment':
      return { random_commitment: { sha256: randomCommitment(testSecret) } };
    case 'modes_offered':
      return { modes_offered: { modes: request.modes.filter((mode) => !modesWithRules.has(mode)) } };
    case 'handed_in':
      return { handed_in: { sha256: request.object_key.includes('nothing') ? null : 'cd'.repeat(32) } };
    case 'proposal':
      return { proposal: proposalFact(request) };
  }
}

/** Days in tests are ten seconds long and start in 2026, so that sequences cross them. */
function getDay(at: string): { date: string; ends_at: string } {
  const days = Math.floor(Date.parse(at) / 10_000);
  const start = Math.floor(Date.parse('2026-03-01T12:00:00.000Z') / 10_000);
  const date = new Date(Date.UTC(2026, 2, 1 + days - start)).toISOString().slice(0, 10).replaceAll('-', '');
  return { date, ends_at: new Date((days + 1) * 10_000).toISOString() };
}

/** The title of a proposal determines the platform's verdict. */
function proposalFact(request: Extract<FactRequest, { fact: 'proposal' }>) {
  const title = String(request.payload.title);
  const kind = request.request_type === 'propose_topic' ? ('topic' as const) : ('task' as const);
  const reference = (id: string) => ({ kind, id, object_key: `${kind}s/${id}/manifest.json` });
  return {
    eligible: !title.startsWith('ineligible'),
    safe: !title.startsWith('unsafe'),
    within_budget: !title.startsWith('expensive'),
    ...(title.startsWith('again') ? { duplicate: reference('older') } : {}),
    reserved: reference('newer'),
  };
}
