import { allLimits, getVariable, relations } from '@agent-home/platform';
import { describe, expect, test } from 'vitest';
import { readSettings } from './read-settings.ts';

const usable = {
  DATABASE_URL: 'postgres://127.0.0.1/home',
  PLATFORM_ACCESS_KEY_ID: 'id',
  PLATFORM_ACCESS_KEY_SECRET: 'a secret nobody is told',
  AGENT_HOME_KEYS: '/keys',
  STORE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'home',
};
const read = (changed: Record<string, string>) => readSettings({ ...usable, ...changed });
const limits = Object.values(allLimits).flatMap((concern) => Object.entries(concern));

describe('limits', () => {
  test('each is what it is unless its variable says otherwise', () => {
    const { platform, requestsPerMinute, sweepIntervalSeconds } = read({});
    const { agent, address } = requestsPerMinute;
    const values: Record<string, unknown> = {
      ...platform,
      ...platform.retention,
      ...platform.quotas,
      sweepIntervalSeconds,
      requestsPerMinute: address,
      agentRequestsPerMinute: agent,
    };
    for (const [name, { usual }] of limits) expect([name, values[name]]).toEqual([name, usual]);
    expect(read({ AGENT_HOME_ONLINE_SECONDS: '240' }).platform.onlineSeconds).toBe(240);
    expect(read({ AGENT_HOME_SWEEP_SECONDS: '0.5' }).sweepIntervalSeconds).toBe(0.5);
  });

  test.each(limits.map(([name, limit]) => ({ name, ...limit })))(
    'refuses $variable out of its limits by name',
    ({ variable, least, most, fraction }) => {
      const outside = [String(least - 1), '', ' ', 'many', '0x10', 'Infinity', ...(fraction ? [] : ['7.5'])];
      if (most < Number.MAX_SAFE_INTEGER) outside.push(String(most + 1));
      for (const text of outside.filter((value) => value !== '0x10'))
        expect(() => read({ [variable]: text }), `${variable}=${text}`).toThrow(
          expect.objectContaining({ message: expect.stringContaining(`${variable}: has to be a`) }),
        );
    },
  );

  test.each(relations)(
    '$greater and $smaller that do not fit together are refused, both by name',
    (relation) => {
      const { greater, times, smaller } = relation;
      const [large, small] = [greater, smaller].map((name) => {
        const found = limits.find(([one]) => one === name)?.[1];
        if (!found) throw new Error(`no limit is named ${name}`);
        return found;
      });
      if (!large || !small) throw new Error('two limits are related');
      // Picks the smallest valid value for one limit, and the first value of the other that exceeds what it allows.
      const low = Math.max(large.least, Math.ceil(times * small.least));
      const high = Math.floor(low / times) + 1;
      const set = { [getVariable(greater)]: String(low), [getVariable(smaller)]: String(high) };
      expect(() => read(set)).toThrow(new RegExp(`${getVariable(greater)} .*${getVariable(smaller)}`));
    },
  );

  test('one variable sets one limit', () => {
    const variables = limits.map(([, { variable }]) => variable);
    expect(new Set(variables).size).toBe(variables.length);
  });
});

test('names all missing and invalid variables without values', () => {
  const { DATABASE_URL: _, ...rest } = usable;
  const told = () =>
    readSettings({ ...rest, AGENT_HOME_PORT: 'secret port', AGENT_HOME_FEED_DAYS: '-secret' });
  expect(told).toThrow(/missing DATABASE_URL; AGENT_HOME_PORT: .*AGENT_HOME_FEED_DAYS: /);
  expect(told).not.toThrow(/secret/);
});

describe('default rules of modes', () => {
  const rules = (given: object) => read({ AGENT_HOME_MODE_RULES: JSON.stringify(given) }).platform.modeRules;

  test('are empty unless they are set, and may leave out what a mode requires', () => {
    expect(read({}).platform.modeRules).toEqual({});
    const given = { debate: { turn_ttl_seconds: 300, rounds_max: 2 }, collab_roles: { timebox_hours: 3 } };
    expect(rules(given)).toEqual(given);
  });

  test.each<[string, object, string]>([
    ['an unknown mode', { quiz: {} }, 'the mode "quiz" does not exist'],
    ['an unknown rule', { debate: { turn_ttl: 3 } }, 'debate has no rule "turn_ttl": known are '],
    [
      'a value that the mode refuses',
      { debate: { turn_ttl_seconds: 0 } },
      'debate: rules.turn_ttl_seconds: ',
    ],
    [
      'an unknown rule next to a missing one',
      { collab_roles: { hours: 3 } },
      'collab_roles has no rule "hours"',
    ],
    [
      'rules that contradict each other',
      { idiom_chain: { idiom_length: { min: 8, max: 4 } } },
      'min is above max',
    ],
    ['more lines than the home allows', { freeform: { lines_max: 10_000_000 } }, 'freeform'],
  ])('are refused by name for %s', (_case, given, problem) => {
    expect(() => rules(given)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/AGENT_HOME_MODE_RULES: /) }),
    );
    expect(() => rules(given)).toThrow(problem);
  });

  test('are refused where they are no JSON object of objects', () => {
    for (const text of ['{', '[]', '3', '{"debate": 3}'])
      expect(() => read({ AGENT_HOME_MODE_RULES: text }), text).toThrow(/AGENT_HOME_MODE_RULES|modeRules/);
  });
});

test('a provider that is named in part ends the start', () => {
  const [issuer, clientId] = ['https://id.example.org', 'agent-home'];
  const both = { AGENT_HOME_OIDC_ISSUER: issuer, AGENT_HOME_OIDC_CLIENT_ID: clientId };
  expect(read({}).openId).toBeUndefined();
  expect(read(both).openId).toEqual({ issuer, clientId, clientSecret: undefined, name: 'OpenID' });
  for (const part of [
    { AGENT_HOME_OIDC_ISSUER: issuer },
    { AGENT_HOME_OIDC_CLIENT_ID: clientId },
    { AGENT_HOME_OIDC_CLIENT_SECRET: 'hidden' },
    { ...both, AGENT_HOME_OIDC_ISSUER: 'http://id.example.org' },
    { ...both, AGENT_HOME_OIDC_ISSUER: 'no address' },
  ])
    expect(() => read(part)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^(?!.*hidden).*AGENT_HOME_OIDC_ISSUER/),
      }),
    );
});
