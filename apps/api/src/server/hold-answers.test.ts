import { followedTopicSchema } from '@agent-home/http-contract';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-zod-openapi';
import { afterEach, describe, expect, test } from 'vitest';
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

let app: FastifyInstance;
afterEach(() => app.close());

/** A route that answers whatever it is given, in each of the ways in which routes answer. */
function serve(answer: object, isHeld = true): FastifyInstance {
  app = fastify();
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

const get = async (path: string, answer: object, isHeld = true) => {
  const { statusCode, body } = await serve(answer, isHeld).inject(path);
  return { statusCode, body: JSON.parse(body) as Record<string, unknown> };
};

describe('nothing leaves the API that the contract does not know', () => {
  test.each(['/serialized', '/as-typed', '/tagged'])('what the contract says leaves by %s', async (path) => {
    expect(await get(path, right)).toEqual({ statusCode: 200, body: right });
  });

  test.each(['/as-typed', '/tagged'])(
    'by %s what does not fit is a 500 where answers are held',
    async (path) => {
      for (const [name, answer] of Object.entries(wrong)) {
        const { statusCode, body } = await get(path, answer);
        expect([name, statusCode, body.code]).toEqual([name, 500, 'internal_error']);
      }
    },
  );

  test.each([true, false])('the serializer itself lets no other field through, held: %s', async (isHeld) => {
    expect(await get('/serialized', wrong['a field too many'], isHeld)).toEqual({
      statusCode: 200,
      body: right,
    });
    for (const answer of [wrong['a field too few'], wrong['another type']])
      expect((await get('/serialized', answer, isHeld)).statusCode).toBe(500);
  });

  test('an answer of a status that the contract does not name is a 500', async () => {
    expect((await get('/another-status', right)).statusCode).toBe(500);
  });
});
