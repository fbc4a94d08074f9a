import { operationsRoutes } from '@agent-home/http-contract';
import { officeOverview, withNames } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerOverview({ app, context, served }: Routes): void {
  const { platform } = context;
  app.route({
    ...served(operationsRoutes.showOverview),
    handler: async () => withNames(platform.database, await officeOverview(platform)),
  });
}
