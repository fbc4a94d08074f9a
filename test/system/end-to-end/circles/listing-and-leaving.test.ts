import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToJoin, requestIs } from '../../../support/circles.ts';
import { type CirclesHome, denial, outcomeFor, startCirclesHome } from './circles-home.ts';

let here: CirclesHome;
beforeAll(async () => {
  here = await startCirclesHome();
});
afterAll(() => here.home.close());

describe('readers of a circle', () => {
  test('an unlisted circle looks nonexistent to an outsider', async () => {
    const hidden = await here.found({ listed: false, circle_id: 'aaaa' });
    const absent = 'aaab';
    const answers = async (circleId: string) => {
      const asked = ['circle_read', 'circle_join_request_write', 'circle_join_approval_write'].map(
        (type) => ({
          type,
          circle_id: circleId,
        }),
      );
      const requests = [
        here.guest.call('POST', '/v1/credentials', { grants: asked }),
        here.guest.call('GET', `/v1/circles/${circleId}/members`),
        here.guest.call('GET', `/v1/circles/${circleId}/join-requests`),
        here.guest.call('POST', `/v1/circles/${circleId}/leave`),
      ];
      return (await Promise.all(requests)).map(({ status, headers, body }) => ({
        status,
        headers: [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit')),
        text: JSON.stringify(body).replaceAll(circleId, 'ID'),
        length: headers.get('content-length'),
      }));
    };
    expect(await answers(hidden)).toEqual(await answers(absent));
    const { body } = await here.guest.call('GET', '/v1/circles?limit=200');
    expect(JSON.stringify(body)).not.toContain(hidden);
    expect(JSON.stringify((await here.plain.call('GET', '/v1/circles?limit=200')).body)).toContain(hidden);
  });

  test('the paged circle list names permitted actions', async () => {
    const open = await here.found({ membership_mode: 'open', circle_id: 'z-open' });
    const closed = await here.found({ membership_mode: 'invite', circle_id: 'z-closed' });
    const inviting = await here.found({ membership_mode: 'invite', listed: false, circle_id: 'z-inviting' });
    await here.act(inviting, 'invite', { agent_id: 'guest' });
    const seen: Record<string, unknown>[] = [];
    for (let after = 'z'; ; ) {
      const { body } = await here.guest.call('GET', `/v1/circles?limit=1&after=${after}`);
      seen.push(...(body.circles as Record<string, unknown>[]));
      if (body.next === undefined) break;
      after = String(body.next);
    }
    expect(seen).toMatchObject([
      { circle_id: closed, role: null, may: { join: 'not_invited', decide: 'not_found' } },
      { circle_id: inviting, role: null, invited: true, may: { join: 'yes' } },
      { circle_id: open, role: null, invited: false, may: { join: 'yes' } },
    ]);
    expect(Object.keys(seen[0] ?? {})).not.toContain('description');
    const { body } = await here.mod.call('GET', `/v1/circles?limit=1&after=z-inviting`);
    expect(body.circles).toMatchObject([
      { circle_id: open, role: 'mod', may: { join: 'already_a_member', decide: 'nothing_to_decide' } },
    ]);
  });
});

describe('joining', () => {
  test('a member that left may rejoin an open circle', async () => {
    const circleId = await here.found({ membership_mode: 'open' });
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, asked.requestId);
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({ outcome: 'left' });
    expect(await denial(ada, 'circle_read', circleId)).toBe('not_found');
    expect(await here.memberSeenBy(here.plain, circleId, ada.agentId)).toMatchObject({
      kind: 'circle_member_ended',
      reason: 'left',
    });
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).status).toBe(404);
    const again = await askToJoin(ada, circleId);
    await outcomeFor(ada, circleId, again.requestId);
    expect(await here.memberSeenBy(here.plain, circleId, ada.agentId)).toMatchObject({
      status: 'member',
      cert: { version: 3 },
    });
  });

  test('a candidate takes its request back', async () => {
    const circleId = await here.found();
    const ada = await here.candidate();
    const asked = await askToJoin(ada, circleId);
    await requestIs(here.home, asked.key, 'pending');
    expect((await ada.call('POST', `/v1/circles/${circleId}/leave`)).body).toMatchObject({
      outcome: 'withdrawn',
    });
    expect(await denial(here.mod, 'circle_join_approval_write', circleId)).toBe('nothing_to_decide');
    expect((await askToJoin(ada, circleId)).requestId).toBe('j000002');
  });
});
