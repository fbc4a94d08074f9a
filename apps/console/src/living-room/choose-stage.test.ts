import type { Room } from '@agent-home/http-contract';
import { expect, test } from 'vitest';
import { nextOnStage } from './choose-stage.ts';

const room = (topic_id: string, mode: string, lines = 1) =>
  ({ topic_id, mode, paused: false, lines: Array.from({ length: lines }, () => ({})) }) as unknown as Room;

test('what is on the stage changes only when it has ended, and never under a pointer or focus', () => {
  const talk = room('commons', 'freeform');
  const debate = room('debate-1', 'debate');
  const play = room('play', 'crosstalk');
  expect(nextOnStage(undefined, [talk, debate], false)).toBe(debate);
  const later = room('debate-1', 'debate', 2);
  expect(nextOnStage(debate, [talk, play, later], false)).toBe(later);
  expect(nextOnStage(debate, [talk, play], true)).toBe(debate);
  expect(nextOnStage(debate, [talk, play], false)).toBe(play);
  expect(nextOnStage(debate, [], false)).toBeUndefined();
});

test('a stage on which nobody has spoken yet waits behind one on which somebody has', () => {
  const silent = room('play', 'crosstalk', 0);
  const talk = room('commons', 'freeform');
  expect(nextOnStage(undefined, [silent, talk], false)).toBe(talk);
});
