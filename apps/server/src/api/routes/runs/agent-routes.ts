import { runBatchLimits, runRoutes } from '@agent-home/http-contract';
import { receiveRecords } from '@agent-home/platform';
import { requestingAgent } from '../../authentication/requesting-agent.ts';
import type { Routes } from '../../routing/route-types.ts';

/** Registers the route by which agents mirror their runs. */
export function registerMirror({ app, context, served }: Routes): void {
  app.route({
    ...served(runRoutes.sendRecords),
    bodyLimit: runBatchLimits.bodyBytes,
    handler: (request) =>
      receiveRecords(context.platform, requestingAgent(request), request.params.run_id, request.body),
  });
}
