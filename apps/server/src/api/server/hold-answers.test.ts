import { followedTopicSchema } from '@agent-home/http-contract';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-zod-openapi';
import { describe, expect, test } from 'vitest';
import { sendProblem } from '../errors/problem.ts';
import { asTyped } from '../routing/as-typed.ts';
import { sendTagged } from '../routing/send-tagged.ts';
import { holdAnswers } from './hold-answers.ts';

const right = { topic_id: 'hall', following: true };
const wrong = {
  'a field too many': { ...right, secret: 'not in the contract' },
  'a field too few': { topic_id: 'hall' },
  'another type': { topic_id: 'hall', following: 'yes' },
};

/** Serves a route with a given response, in each way in which routes respond. */
function serve(answer: object, isHeld = true): FastifyInstance {
  const app = fastify();
  app.setErrorHandler(sendProblem);
  if (isHeld) holdAnswers(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const options = { schema: { response: { 200: followedTopicSchema } } };
  app.get('/serialized', options, async () => answer);
  app.get('/as-typed', options, async (_request, reply) => asTyped(reply, answer));
  app.get('/tagged', options, async (request, reply) =>
    sendTagged(request, reply, JSON.stringify(answer), '"1"'),
  );
  app.get('/another-status', options, async (_request, reply) => reply.code(203 as 200).send(answer));
  return app;
}

/** Starts a new server for each request. */
const get = async (path: string, answer: object, isHeld = true) => {
  const app = serve(answer, isHeld);
  const { statusCode, body } = await app.inject(path);
  await app.close();
  return { statusCode, body: JSON.parse(body) as Record<string, unknown> };
};

describe('an answer', () => {
  test.each(['/serialized', '/as-typed', '/tagged'])(
    '%s returns only fields of the contract',
    async (path) => {
      expect(await get(path, right)).toEqual({ statusCode: 200, body: right });
    },
  );

  test('no answer leaves with an undeclared field', async () => {
    for (const path of ['/as-typed', '/tagged'])
      for (const [name, answer] of Object.entries(wrong)) {
        const { statusCode, body } = await get(path, answer);
        expect([path, name, statusCode, body.code]).toEqual([path, name, 500, 'internal_error']);
      }
  });

  test.each([true, false])('the serializer lets nothing else through by itself, held: %s', async (isHeld) => {
    const { 'a field too many': more, ...misfits } = wrong;
    expect(await get('/serialized', more, isHeld)).toEqual({ statusCode: 200, body: right });
    for (const answer of Object.values(misfits))
      expect((await get('/serialized', answer, isHeld)).statusCode).toBe(500);
  });

  test('an answer of a status that the contract does not name is a 500', async () => {
    expect((await get('/another-status', right)).statusCode).toBe(500);
  });
});
