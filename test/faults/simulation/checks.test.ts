import { objectKey } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { topicId } from '../../../packages/modes/src/testing/alphabet/inputs.ts';
import type { Finding } from './checks/evidence.ts';
import { attemptsAndRest } from './doctored/attempts-and-rest.ts';
import { bucket } from './doctored/bucket.ts';
import { hearing } from './doctored/hearing.ts';
import { judging } from './doctored/judging.ts';
import { mirroring } from './doctored/mirroring.ts';
import { getPage, stateKey } from './doctored/small-world-parts.ts';
import { runChecks } from './run-checks.ts';
import { getMoment, write } from './testing/small-journal.ts';
import { type SmallWorld, smallWorld } from './testing/small-world.ts';

const found = ({ journal, evidence, agentIds }: SmallWorld): Promise<Finding[]> =>
  runChecks(journal, evidence, agentIds);

const doctored = [...judging, ...bucket, ...hearing, ...attemptsAndRest, ...mirroring];

describe('the checks', () => {
  test('a home in which all is well has no findings', async () => {
    expect(await found(smallWorld())).toEqual([]);
  });

  test('each fault in a doctored journal is found', async () => {
    for (const [what, doctor, check, problem] of doctored) {
      const world = smallWorld();
      doctor(world);
      const problems = (await found(world)).filter((one) => one.check === check).map((one) => one.problem);
      expect(problems, what).toContainEqual(expect.stringContaining(problem));
    }
  });

  test('uncertain observations yield no findings', async () => {
    const world = smallWorld();
    const { journal } = world;
    // A put with an unknown outcome; one refused by the store; one after the deadline; the same bytes once
    // more.
    const key = (id: string) =>
      objectKey('topic_message', { topic_id: topicId, agent_id: 'bo', message_id: id });
    write(journal, 'bo', key('unknown'), '1', 25).outcome = 'unknown';
    write(journal, 'bo', key('refused'), '2', 25).outcome = 'refused';
    write(journal, 'bo', key('late'), '3', 25).notAfter = getMoment(24);
    const [first] = journal.puts;
    if (first) journal.puts.push({ ...first, id: journal.nextId() });
    // Delivered twice, because the acknowledgement got no response.
    for (const acknowledgement of journal.acknowledgements) acknowledgement.outcome = 'unknown';
    journal.reads.push({ ...getPage(world, 'ada'), askedAt: getMoment(50), answeredAt: getMoment(51) });
    // Concurrent reads may return in either order.
    const seen = { key: stateKey, askedAt: 10, answeredAt: 20 };
    journal.sightings.push({ ...seen, version: 2, sha256: 'a' }, { ...seen, version: 1, sha256: 'b' });
    expect(await found(world)).toEqual([]);
  });
});
