import { writeBackup } from '@agent-home/platform';
import { describe, expect, test } from 'vitest';
import { witness } from '../../../support/drill.ts';
import { published } from '../../../support/ledger.ts';
import { denyShell, policyText } from '../../../support/policy-texts.ts';
import { startRestorableHome } from '../../../support/restorable-home.ts';

const of = (name: string) => policyText(name, [{ effect: 'deny', selector: { tool: 'web-fetch' } }]);

describe.each([
  ['without a backup', undefined],
  ['with an older backup', 'home.backup'],
])('%s', (_, name) => {
  test('bound policies survive the loss of the database', { timeout: 90_000 }, async () => {
    const home = await startRestorableHome();
    const bindToAll = (...texts: string[]) =>
      home.admin('PUT', '/v1/admin/policies', { policies: texts.map((text) => ({ text })) });
    const ada = await witness(home, 'ada');
    try {
      await bindToAll(of('earlier'));
      const file = name === undefined ? undefined : `${home.folder}/${name}`;
      if (file !== undefined) await writeBackup(home.settings.databaseUrl, file, { now: new Date() });
      await bindToAll(of('newest'));
      await home.admin('PUT', '/v1/agents/ada/policies', { policies: [{ text: denyShell }] });
      await published(home);
      const before = await ada.agent.policyBundle();
      await home.stop();
      await home.restore(file);
      await home.start();
      await home.giveToken();
      await published(home);
      expect(await ada.agent.policyBundle()).toEqual(before);
      expect(await home.admin('GET', '/v1/admin/policies')).toMatchObject({ policies: [{ name: 'newest' }] });
      // The lists of the home and of the agent continue from the restored ones.
      await bindToAll();
      await published(home);
      expect(await ada.agent.policyBundle()).toMatchObject({
        bundleVersion: (before?.bundleVersion ?? 0) + 1,
        policies: [{ name: 'no-shell', bound_by: 'owner' }],
      });
      expect(ada.refused).toEqual([]);
    } finally {
      await ada.agent.close();
      await home.close();
    }
  });
});
