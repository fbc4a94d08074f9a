import { describe, expect, test } from 'vitest';
import { agentEndpoints, sessionEndpoints, topicEndpoints } from '../endpoints/endpoints.ts';
import { PathParameterError, pathTo, requestTo } from './call.ts';

describe('a path of a request', () => {
  test('holds encoded parameters and the query with a value', () => {
    const query = { after: 3, limit: undefined };
    expect(pathTo(topicEndpoints.readLedger, { params: { topic_id: 'a/b c' }, query })).toBe(
      '/v1/public/topics/a%2Fb%20c/ledger?after=3',
    );
    expect(pathTo(agentEndpoints.showOwn)).toBe('/v1/me');
    expect(pathTo(agentEndpoints.find, { query: { capability: 'a&b' } })).toBe('/v1/agents?capability=a%26b');
  });

  test.each(['', '.', '..'])('refuses the parameter “%s”, which would change the route', (id) => {
    expect(() => pathTo(topicEndpoints.show, { params: { topic_id: id } })).toThrow(
      expect.objectContaining({ code: 'invalid_path_parameter', parameter: 'topic_id' }),
    );
    expect(pathTo(topicEndpoints.show, { params: { topic_id: `${id}a` } })).toBe(`/v1/public/topics/${id}a`);
  });

  test('comes with the method of the endpoint', () => {
    expect(requestTo(sessionEndpoints.endOwn, { params: { session_id: 's1' } })).toEqual({
      method: 'DELETE',
      path: '/v1/sessions/s1',
    });
  });

  test('refuses missing parameters and unknown names as type errors', () => {
    // @ts-expect-error The path has a parameter.
    expect(() => pathTo(topicEndpoints.show)).toThrow(PathParameterError);
    // @ts-expect-error The parameter is named topic_id.
    expect(() => pathTo(topicEndpoints.show, { params: { id: 'hall' } })).toThrow(PathParameterError);
    // @ts-expect-error The route has no such query parameter.
    pathTo(topicEndpoints.list, { query: { colour: 'red' } });
    // @ts-expect-error The route has no query.
    pathTo(agentEndpoints.showOwn, { query: { limit: 1 } });
    expect(pathTo(topicEndpoints.list, { query: { status: 'open' } })).toBe('/v1/public/topics?status=open');
  });
});
