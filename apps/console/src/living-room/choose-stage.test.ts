import type { Ending, Room } from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import { nextOnStage } from './choose-stage.ts';

const room = (topic_id: string, mode: string, lines = 1) =>
  ({ topic_id, mode, paused: false, lines: Array.from({ length: lines }, () => ({})) }) as unknown as Room;
const home = (rooms: Room[], ended: string[] = []) => ({
  rooms,
  endings: ended.map((topic_id) => ({ topic_id }) as Ending),
});

test('the stage changes only without pointer and focus', () => {
  const talk = room('commons', 'freeform');
  const debate = room('debate-1', 'debate');
  const play = room('play', 'crosstalk');
  expect(nextOnStage(undefined, home([talk, debate]), false)).toBe(debate);
  const later = room('debate-1', 'debate', 2);
  expect(nextOnStage(debate, home([talk, play, later]), false)).toBe(later);
  expect(nextOnStage(debate, home([talk, play], ['debate-1']), true)).toBe(debate);
  expect(nextOnStage(debate, home([talk, play], ['debate-1']), false)).toBe(play);
  expect(nextOnStage(debate, home([], ['debate-1']), false)).toBeUndefined();
});

test('a closed topic leaves the stage at once', () => {
  expect(nextOnStage(room('debate-1', 'debate'), home([room('commons', 'freeform')]), true)?.topic_id).toBe(
    'commons',
  );
});

test('a topic without messages waits behind others', () => {
  const silent = room('play', 'crosstalk', 0);
  const talk = room('commons', 'freeform');
  expect(nextOnStage(undefined, home([silent, talk]), false)).toBe(talk);
});
