import type { Platform } from '@agent-home/platform';
import type { FastifyInstance } from 'fastify';
import { problemCode, sendProblem } from './problem.ts';

/** Converts any error of a request into a problem document, and counts it by its code. */
export function answerProblems(app: FastifyInstance, { metrics }: Pick<Platform, 'metrics'>): void {
  app.setErrorHandler((error, request, reply) => {
    metrics.problems.inc({ code: problemCode(error) });
    return sendProblem(error, request, reply);
  });
}
