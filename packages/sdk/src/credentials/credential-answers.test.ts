import { describe, expect, test } from 'vitest';
import type { Grant } from '../shared/grant.ts';
import { start } from '../testing/certified-home.ts';
import { asked, createManager, registry, topic } from '../testing/credential-manager-support.ts';
import { problem } from '../testing/small-api.ts';
import { credentialAnswer } from '../testing/small-home.ts';
import { until } from '../testing/until.ts';
import { partFor } from './access.ts';

describe('read credentials', () => {
  test('a renewal that is denied takes the access away', async () => {
    let denied = false;
    const { manager, clock } = await createManager((received) => {
      const { grants } = asked(received);
      return denied ? { body: getDenial(grants, 'suspended') } : undefined;
    });
    await manager.reading(registry);
    denied = true;
    clock.now += 3_001_000;
    await manager.reading(registry);
    await until(() =>
      manager.reading(registry).then(
        () => 'granted',
        (error: { code: string }) => error.code,
      ),
    ).toBe('suspended');
  });

  test('repeats a request without a duration for a lower limit', async () => {
    const { manager, api } = await createManager((received) =>
      asked(received).duration_seconds === undefined ? undefined : problem(422, 'duration_out_of_range'),
    );
    await manager.reading(registry);
    await manager.reading(topic('t1'));
    expect(api.received.map((one) => asked(one).duration_seconds)).toEqual([3600, undefined, undefined]);
  });

  test('one denied grant does not take the others with it', async () => {
    const { manager } = await createManager((received) => {
      const { grants } = asked(received);
      const granted = grants.filter((grant) => grant.type === 'registry_read');
      const refused = grants.filter((grant) => grant.type !== 'registry_read');
      const { denied } = getDenial(refused, 'not_found');
      return { body: { ...credentialAnswer(granted, start), denied } };
    });
    await expect(manager.reading(registry, topic('t1'))).rejects.toMatchObject({
      name: 'AccessDeniedError',
      code: 'not_found',
      grant: topic('t1'),
    });
    expect(await manager.reading(registry)).toHaveLength(1);
  });

  test('an answer that neither grants nor denies is no access', async () => {
    const { manager } = await createManager(() => ({ body: credentialAnswer([], start) }));
    await expect(manager.reading(registry)).rejects.toMatchObject({ code: 'bad_answer' });
  });

  test('a split policy is chosen by key', async () => {
    const { manager } = await createManager(() => {
      const answer = credentialAnswer([topic('t1'), topic('t1')], start);
      const [one, other] = answer.credentials;
      if (one) one.prefixes = [{ prefix: 'topics/t1/ledger/', action: 'get' }];
      if (other) other.prefixes = [{ prefix: 'topics/t1/results/', action: 'get' }];
      return { body: answer };
    });
    const [access] = await manager.reading(topic('t1'));
    if (!access) throw new Error('no access');
    expect(partFor(access, 'topics/t1/ledger/0000000001.json')).toBe(access.parts[0]);
    expect(partFor(access, 'topics/t1/results/ada/r000001.json')).toBe(access.parts[1]);
    expect(() => partFor(access, 'topics/t10/state.json')).toThrow();
  });
});

describe('write credentials', () => {
  const write = { type: 'topic_message_write', topic_id: 't1' } as const;

  test('are requested for every action', async () => {
    const { manager, api } = await createManager();
    await manager.writing(write);
    await manager.writing(write);
    expect(api.received.map(asked)).toEqual([{ grants: [write] }, { grants: [write] }]);
  });

  test('denied, say why', async () => {
    const { manager } = await createManager((received) => ({
      body: getDenial(asked(received).grants, 'not_your_turn'),
    }));
    await expect(manager.writing(write)).rejects.toMatchObject({ code: 'not_your_turn', grant: write });
  });

  test('raise the floor of what they open', async () => {
    const head = { version: 7, sha256: 'a'.repeat(64) };
    const { manager, floor } = await createManager((received) => ({
      body: credentialAnswer(asked(received).grants, start, { 'topics/t1/state.json': head }),
    }));
    await manager.writing(write);
    expect(floor.at('topics/t1/state.json')).toEqual(head);
  });
});

function getDenial(grants: Grant[], code: string) {
  const denied = grants.map((grant) => ({ grant, code, message: `because of ${code}` }));
  return { ...credentialAnswer([], start), denied };
}
