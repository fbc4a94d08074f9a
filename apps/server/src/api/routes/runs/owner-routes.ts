import { runRoutes } from '@agent-home/http-contract';
import {
  eraseRun,
  findVisibleRun,
  listRuns,
  readRunRecords,
  showRun,
  showRunUse,
  withNames,
} from '@agent-home/platform';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { readingActor } from '../../authentication/reading-actor.ts';
import { answerOnce } from '../../routing/answer-once.ts';
import { asTyped } from '../../routing/as-typed.ts';
import type { Routes } from '../../routing/route-types.ts';
import { RecentParts } from './recent-parts.ts';

/** Registers the routes of mirrored runs for owners and for the office. */
export function registerRuns({ app, context, served }: Routes): void {
  const { platform } = context;
  const { database } = platform;
  const recent = new RecentParts();

  app.route({
    ...served(runRoutes.list),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await listRuns(database, readingActor(request), request.query)),
      ),
  });

  app.route({
    ...served(runRoutes.showUse),
    handler: async (request, reply) =>
      asTyped(
        reply,
        await withNames(database, await showRunUse(platform, readingActor(request), request.query)),
      ),
  });

  app.route({
    ...served(runRoutes.show),
    handler: (request) =>
      showRun(database, readingActor(request), {
        runId: request.params.run_id,
        agentId: request.query.agent_id,
      }),
  });

  app.route({
    ...served(runRoutes.readRecords),
    handler: async (request, reply) => {
      const { agent_id: agentId, from_seq: from, limit } = request.query;
      const name = { runId: request.params.run_id, agentId };
      const run = await findVisibleRun(database, readingActor(request), name);
      const wanted = { from, limit };
      const part = await recent.part(run, wanted, () => readRunRecords(database, run, wanted));
      return asTyped(reply, part.answer, () => part.text);
    },
  });

  app.route({
    ...served(runRoutes.erase),
    handler: (request, reply) =>
      answerOnce(platform, request, reply, async () => {
        const actor = acting(request, 'withdrawal');
        const { run_id: runId } = request.params;
        const acted = audited(platform, request, { action: 'run.erase', target: `runs/${runId}` });
        const name = { runId, agentId: request.query.agent_id };
        return { status: 200, answer: await eraseRun(acted, actor, name) };
      }),
  });
}
