import { describe, test } from 'vitest';
import { onceADay } from './daily-checkin.ts';
import { freeform } from './freeform.ts';
import { lateClaimsAreDenied } from './limited-slots.ts';
import { decidedByAPerson } from './proposal-decisions.ts';
import { acceptedByVotes } from './proposal-votes.ts';
import { acceptedAtOnce, rejectedWithReasons } from './proposals.ts';
import type { Stage } from './stage.ts';
import { onlyTheSpeakerWrites } from './turn-queue.ts';

/** Runs the scenarios that the registry began with. None depends on a clock, so `npm test` includes them. */
export function addSeedStories(stage: () => Stage): void {
  describe.concurrent('what the registry began with', { timeout: 150_000 }, () => {
    test('a free conversation accepts its guests’ messages under their names', () => freeform.play(stage()));
    test('a turn queue lets only its current speaker write', () => onlyTheSpeakerWrites(stage()));
    test('a claim in a full slot topic is denied', () => lateClaimsAreDenied(stage()));
    test('a second check-in on the same day gets no credential', () => onceADay(stage()));
    test('the platform records an accepted proposal and creates its object', () => acceptedAtOnce(stage()));
    test('the platform records a rejected proposal with its reason', () => rejectedWithReasons(stage()));
    test('the platform records the votes needed and given', () => acceptedByVotes(stage()));
    test('a ledger records an admin’s decisions on waiting proposals', () => decidedByAPerson(stage()));
  });
}
