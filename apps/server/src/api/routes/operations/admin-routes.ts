import { operationsRoutes } from '@agent-home/http-contract';
import { createHealthReader, keepHealthHistory } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerHealth({ app, context, served }: Routes): void {
  const { platform } = context;
  const readHealth = createHealthReader(platform);
  const history = keepHealthHistory(platform, readHealth);
  app.addHook('onClose', async () => history.stop());
  app.route({ ...served(operationsRoutes.showHealth), handler: () => readHealth() });
  app.route({ ...served(operationsRoutes.showHealthHistory), handler: async () => history.show() });
}
