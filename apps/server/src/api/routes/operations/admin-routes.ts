import { officeHealthHistorySchema, officeHealthSchema } from '@agent-home/http-contract';
import { keepHealthHistory, openHealthReader } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerHealth({ app, context, authentication }: Routes): void {
  const { platform } = context;
  const readHealth = openHealthReader(platform);
  const history = keepHealthHistory(platform, readHealth);
  app.addHook('onClose', async () => history.stop());
  const preHandler = authentication.admin;
  app.get(
    '/v1/admin/health',
    {
      schema: {
        summary: 'How the home is: what waits, what failed, what is left alone',
        response: { 200: officeHealthSchema },
      },
      preHandler,
    },
    () => readHealth(),
  );
  app.get(
    '/v1/admin/health/history',
    {
      schema: {
        summary: 'How the home was in the last hours, as far as this process has looked',
        response: { 200: officeHealthHistorySchema },
      },
      preHandler,
    },
    async () => history.show(),
  );
}
