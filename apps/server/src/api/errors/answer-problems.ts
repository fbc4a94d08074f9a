import type { Platform } from '@agent-home/platform';
import type { FastifyInstance } from 'fastify';
import { problemCode, sendProblem } from './problem.ts';

/** Whatever is thrown on the way to an answer becomes a problem document, and is counted by its code. */
export function answerProblems(app: FastifyInstance, { metrics }: Pick<Platform, 'metrics'>): void {
  app.setErrorHandler((error, request, reply) => {
    metrics.problems.inc({ code: problemCode(error) });
    return sendProblem(error, request, reply);
  });
}
