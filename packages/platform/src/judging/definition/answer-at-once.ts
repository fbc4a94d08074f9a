import { type FactRequest, type Facts, findMode, randomCommitment } from '@agent-home/modes';
import { pinyin } from 'pinyin-pro';
import { localDay } from './local-day.ts';

const hanCharacter = /^\p{Script=Han}$/u;

/** Answers a mode's question that needs neither the database nor a judge; returns `undefined` for other questions. */
export function answerAtOnce(request: FactRequest): Facts | undefined {
  switch (request.fact) {
    case 'local_day':
      return { local_day: localDay(request.time_zone, request.at) };
    case 'same_sound':
      return { same_sound: { same: sameSound(request.first, request.second) } };
    case 'modes_offered':
      return { modes_offered: { modes: request.modes.filter(isOffered) } };
    default:
      return undefined;
  }
}

/** Returns true if a topic can be opened in a mode without any rules. */
function isOffered(mode: string): boolean {
  const parsed = findMode(mode)?.parseRules({});
  return parsed !== undefined && 'rules' in parsed;
}

/** Returns the facts of a topic's first entry, and the secret of its random values, whose hash is one of these facts. */
export function startFacts(
  requests: FactRequest[],
  randomBytes: (length: number) => Uint8Array,
): { facts: Facts; randomSecret: string | null } {
  let facts: Facts = {};
  let randomSecret: string | null = null;
  for (const request of requests) {
    facts = { ...facts, ...answerAtOnce(request) };
    if (request.fact !== 'random_commitment') continue;
    randomSecret = Buffer.from(randomBytes(32)).toString('hex');
    facts = { ...facts, random_commitment: { sha256: randomCommitment(randomSecret) } };
  }
  return { facts, randomSecret };
}

/**
 * True if two Chinese characters have a reading in common, tones ignored. All readings of a character count, since
 * only a sentence could show which is meant. False for anything but two single characters.
 */
export function sameSound(first: string, second: string): boolean {
  const readings = collectReadings(first);
  return collectReadings(second).some((reading) => readings.includes(reading));
}

function collectReadings(character: string): string[] {
  if (!hanCharacter.test(character)) return [];
  return pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true });
}
