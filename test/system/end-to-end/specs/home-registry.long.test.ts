import { afterAll, describe } from 'vitest';
import { HomeConnection } from '../../../../apps/cli/src/agents/home-specs/home-connection.ts';
import { HomeSpecRegistry } from '../../../../apps/cli/src/agents/home-specs/home-spec-registry.ts';
import { testSpecRegistry } from '../../../../packages/runtime-node/src/definitions/registry/contract/registry-contract.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

describe('the registry of a home', () => {
  const homes: TestHome[] = [];
  afterAll(async () => {
    for (const home of homes) await home.close();
  });
  testSpecRegistry(async () => {
    const home = await startHome();
    homes.push(home);
    await home.admin('POST', '/v1/admin/owners', { owner_id: 'ada', name: 'Ada' });
    const request = { role: 'owner', owner_id: 'ada', label: 'test' };
    const { token } = await home.admin('POST', '/v1/admin/tokens', request);
    const connection = HomeConnection.open({ AGENT_HOME_TOKEN: String(token) }, { home: home.url });
    return new HomeSpecRegistry(connection);
  });
});
