import { describe, expect, test } from 'vitest';
import { leftovers } from './doctored/leftovers.ts';
import { found, last, quietWorld } from './doctored/quiet-world.ts';
import { toldOrKeptWaiting } from './doctored/told-or-kept-waiting.ts';

const doctored = [...toldOrKeptWaiting, ...leftovers];

describe('the checks of what a hostile resident did', () => {
  test('a harmless hostile resident yields no findings', () => {
    expect(found(quietWorld())).toEqual([]);
  });

  test('each hostile effect in a doctored journal is found', () => {
    for (const [what, doctor, check, problem] of doctored) {
      const world = quietWorld();
      doctor(world);
      const problems = found(world).map((one) => `${one.check}: ${one.problem}`);
      expect(problems, what).toEqual([expect.stringMatching(new RegExp(`^${check}: `))]);
      expect(problems[0], what).toContain(problem);
    }
  });

  test('storms and busy machines accuse no resident', () => {
    const world = quietWorld();
    const { journal } = world;
    const [put] = journal.puts;
    // In a storm verdicts and responses take long, and the home may report that a service is unavailable.
    if (put)
      journal.puts.push({
        ...put,
        id: 2,
        key: 'topics/square/messages/witness/000002.json',
        startedAt: 5_000,
        endedAt: 5_100,
      });
    journal.answers.push({ who: 'agent-01', asked: 'GET /v1/me', at: 5_000, tookMs: 9_000, status: 503 });
    last(world).answers.push({ at: 5_000, status: 503, isDeliberate: true, path: 'GET /' });
    // A player requests as much as it can, and waits for its feed.
    journal.answers.push({
      who: 'agent-01',
      asked: 'POST /v1/credentials',
      at: 12_000,
      tookMs: 9,
      status: 429,
    });
    journal.answers.push({
      who: 'agent-01',
      asked: 'GET /v1/feed?wait=5',
      at: 12_000,
      tookMs: 5_000,
      status: 200,
    });
    // Late by the clock only; many connections while it was present.
    last(world).stalls.push({ at: 1, busyMs: 60, lateMs: 3_000 });
    for (const one of world.readings.slice(0, 1)) one.handles.TCPSocketWrap = 500;
    expect(found(world)).toEqual([]);
  });
});
