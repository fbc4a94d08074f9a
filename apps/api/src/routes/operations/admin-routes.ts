import { officeHealthSchema } from '@agent-home/http-contract';
import { openHealthReader } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerHealth({ app, context, authentication }: Routes): void {
  const readHealth = openHealthReader(context.platform);
  app.get(
    '/v1/admin/health',
    {
      schema: {
        summary: 'How the home is: what waits, what failed, what is left alone',
        response: { 200: officeHealthSchema },
      },
      preHandler: authentication.admin,
    },
    () => readHealth(),
  );
}
