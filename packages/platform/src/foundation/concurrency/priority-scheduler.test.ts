import { describe, expect, test } from 'vitest';
import { createPriorityScheduler } from './priority-scheduler.ts';

/** Work that ends when the test decides. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

/** Creates a scheduler with a clock that the test moves, and the names of the work in order of execution. */
function opened() {
  let now = 0;
  const done: string[] = [];
  const scheduler = createPriorityScheduler(() => now);
  return {
    scheduler,
    done,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    step: (name: string, work: () => Promise<void> = async () => undefined) =>
      scheduler.step(async (isCalm) => {
        done.push(isCalm ? `${name}, all` : `${name}, few`);
        await work();
      }),
  };
}

describe('priority scheduler', () => {
  test('a flood yields to short work', async () => {
    const { scheduler, done, pass, step } = opened();
    await step('alone');
    const quiet = held();
    const asked = scheduler.short(quiet.run);
    const waiting = step('flood');
    await Promise.resolve();
    expect(done).toEqual(['alone, all']);
    quiet.end();
    await asked;
    await waiting;
    // Another caller ran a moment ago and may return.
    expect(done).toEqual(['alone, all', 'flood, few']);
    pass(1_001);
    await step('flood');
    expect(done.at(-1)).toBe('flood, all');
  });

  test('concurrent floods share one step at a time', async () => {
    const { scheduler, done, step } = opened();
    await scheduler.short(async () => undefined);
    const first = held();
    const both = Promise.all([step('first', first.run), step('second')]);
    await expect.poll(() => done).toEqual(['first, few']);
    first.end();
    await both;
    expect(done).toEqual(['first, few', 'second, few']);
  });

  test('short work never waits and floods progress', async () => {
    const { scheduler, done, step } = opened();
    const endless = held();
    const never = scheduler.short(endless.run);
    await step('flood');
    await scheduler.short(async () => void done.push('quick'));
    expect(done).toEqual(['flood, few', 'quick']);
    endless.end();
    await never;
  });

  test('a slow object delays no flood elsewhere', async () => {
    const { scheduler, done, step } = opened();
    const [slowWork, slowStep] = [held(), held()];
    // An object that its author sends slowly is read both in a topic with little to judge and in one with much.
    const short = scheduler.short(slowWork.run);
    const slow = step('slow', slowStep.run);
    await expect.poll(() => done).toEqual(['slow, few']);
    await step('other');
    expect(done).toEqual(['slow, few', 'other, few']);
    slowWork.end();
    slowStep.end();
    await Promise.all([short, slow]);
  });

  test('a failing step delays no other', async () => {
    const { scheduler, done, step } = opened();
    const failing = async () => Promise.reject(new Error('away'));
    await expect(scheduler.short(failing)).rejects.toThrow('away');
    await expect(step('first', failing)).rejects.toThrow('away');
    await step('second');
    expect(done).toEqual(['first, few', 'second, few']);
  });
});
