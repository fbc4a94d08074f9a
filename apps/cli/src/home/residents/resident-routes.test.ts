import { expect, test } from 'vitest';
import { residentRoutes } from './resident-routes.ts';

test('reads the routes of a resident in an internal network', () => {
  expect(residentRoutes({})).toEqual({ allowInsecureHttp: false });
  expect(residentRoutes({ AGENT_HOME_INTERNAL_HTTP: '', AGENT_HOME_STORE_ROUTE: '' })).toEqual({
    allowInsecureHttp: false,
  });
  const environment = { AGENT_HOME_INTERNAL_HTTP: 'on', AGENT_HOME_STORE_ROUTE: 'http://proxy:9000' };
  expect(residentRoutes(environment)).toEqual({ allowInsecureHttp: true, storeRoute: 'http://proxy:9000' });
});

test('refuses wrong routes by the name of the variable', () => {
  const wrong = [
    ['AGENT_HOME_INTERNAL_HTTP', 'yes'],
    ['AGENT_HOME_STORE_ROUTE', 'proxy:9000'],
    ['AGENT_HOME_STORE_ROUTE', 'ftp://proxy:9000'],
    ['AGENT_HOME_STORE_ROUTE', 'http://user:secret@proxy:9000'],
  ];
  for (const [name = '', value] of wrong)
    expect(() => residentRoutes({ [name]: value }), value).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining(name) }),
    );
});
