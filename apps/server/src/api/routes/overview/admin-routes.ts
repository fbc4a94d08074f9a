import { officeOverviewSchema } from '@agent-home/http-contract';
import { officeOverview, withNames } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerOverview({ app, context, authentication }: Routes): void {
  const { platform } = context;
  app.get(
    '/v1/admin/overview',
    {
      schema: {
        summary: 'What waits for a person, and which topics stand still',
        response: { 200: officeOverviewSchema },
      },
      preHandler: authentication.admin,
    },
    async () => withNames(platform.database, await officeOverview(platform)),
  );
}
