import { type FactRequest, type Facts, findMode, randomCommitment } from '@agent-home/modes';
import { canonicalJson, type JsonObject } from '@agent-home/protocol';
import type { PublishingPlatform } from '../platform.ts';
import { proposalFact } from '../proposals/proposal-fact.ts';
import { localDay } from './local-day.ts';
import { sameSound } from './same-sound.ts';

/** Answers found out before a transaction, by the canonical JSON of their requests. */
export type PreparedFacts = Map<string, Facts>;

/**
 * A transaction needs answers that may take a while: it is rolled back, they are found out without holding the
 * topic, and it runs again.
 */
export class FactsMissing extends Error {
  override readonly name = 'FactsMissing';
  readonly requests: FactRequest[];

  constructor(requests: FactRequest[]) {
    super(`facts have to be found out first: ${requests.map(({ fact }) => fact).join(', ')}`);
    this.requests = requests;
  }
}

/** What was found out is no longer so: it is rolled back and asked again. */
export class StaleFacts extends Error {
  override readonly name = 'StaleFacts';
}

/** Whether a topic can be opened in a mode by its name alone. */
function isOffered(mode: string): boolean {
  const parsed = findMode(mode)?.parseRules({});
  return parsed !== undefined && 'rules' in parsed;
}

/** What can be computed on the spot. */
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

/**
 * Stands in for an answer that is not there yet, so that one pass finds out everything that has to be asked. What is
 * judged with it is thrown away.
 */
export function placeholderFor(request: FactRequest): Facts {
  switch (request.fact) {
    case 'dictionary':
      return { dictionary: { known: false } };
    case 'poem':
      return { poem: { score: 0, notes: [] } };
    case 'proposal': {
      const reserved = { kind: 'topic', id: 'none', object_key: '' } as const;
      return { proposal: { eligible: false, safe: false, within_budget: false, reserved } };
    }
    default:
      return {};
  }
}

/** Finds out what takes a while. The answers stand for this one attempt at judging. */
export async function prepareFacts(
  platform: PublishingPlatform,
  requests: FactRequest[],
  prepared: PreparedFacts,
): Promise<void> {
  for (const request of requests) {
    const facts = await answerLater(platform, request);
    if (facts) prepared.set(canonicalJson(request as unknown as JsonObject), facts);
  }
}

async function answerLater(platform: PublishingPlatform, request: FactRequest): Promise<Facts | undefined> {
  const { judges } = platform;
  switch (request.fact) {
    case 'dictionary':
      return { dictionary: { known: judges.dictionary.has(request.text) } };
    case 'poem':
      return { poem: await judges.poemJudge.judge({ theme: request.theme, text: request.text }) };
    case 'proposal':
      return { proposal: await proposalFact(platform, request) };
    default:
      return undefined;
  }
}

/** The first entry's facts, and the secret nobody knows yet that one of them commits to. */
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
