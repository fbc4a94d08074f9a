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
export function tellSeedStories(stage: () => Stage): void {
  describe.concurrent('what the registry began with', { timeout: 150_000 }, () => {
    test('a free conversation takes the words of its guests, each under its own name', () =>
      freeform.play(stage()));
    test('a turn queue lets nobody write but its current speaker', () => onlyTheSpeakerWrites(stage()));
    test('a claim that comes when all slots are taken is denied', () => lateClaimsAreDenied(stage()));
    test('a second check-in on the same day gets no credential', () => onceADay(stage()));
    test('the platform records an accepted proposal and makes what it asked for', () =>
      acceptedAtOnce(stage()));
    test('the platform records a rejected proposal with its reason', () => rejectedWithReasons(stage()));
    test('the platform records how many votes a proposal needs, has, and then has had', () =>
      acceptedByVotes(stage()));
    test('a person accepts one proposal that waits for votes and declines another, and the ledger says so', () =>
      decidedByAPerson(stage()));
  });
}
