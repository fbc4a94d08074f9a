import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { pythonEnvironment } from '../../support/python-environment.ts';
import { startFuzzedHome } from './fuzzed-home.ts';
import { runSchemathesis } from './run-schemathesis.ts';
import { startSigningProxy } from './signing-proxy.ts';

const whole = (text: string) => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number');
  return Number(text);
};

const { seed, long, only } = new Command('fuzz')
  .description('Send a home all requests its OpenAPI document allows and forbids, in every role')
  .option('--seed <number>', 'seed of the requests', whole, 1)
  .option('--long', 'twenty minutes instead of three', false)
  .option('--only <role>', 'anonymous, agent, owner or admin')
  .parse()
  .opts<{ seed: number; long: boolean; only?: string }>();

const bounds = long ? { seconds: 600, examples: 1_000 } : { seconds: 80, examples: 30 };
const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const command = join(pythonEnvironment('schemathesis', requirements), 'schemathesis');
const home = await startFuzzedHome();
const proxy = await startSigningProxy(home.url, home.agent);
let failed = 0;
try {
  const admin = { authorization: `Bearer ${home.adminToken}` };
  const owner = { authorization: `Bearer ${home.ownerToken}` };
  // Requires that the roles are admitted, because a role that is refused everywhere would find nothing.
  await requireLetIn(`${proxy.url}/v1/me`, {});
  await requireLetIn(`${home.url}/v1/admin/owners`, admin);
  // Two at once. Roles with full rights come last: their requests may remove the others.
  const pairs = [
    [
      { role: 'anonymous', url: home.url, headers: {} },
      { role: 'agent', url: proxy.url, headers: {} },
    ],
    [
      { role: 'owner', url: home.url, headers: owner },
      { role: 'admin', url: home.url, headers: admin },
    ],
  ];
  for (const pair of pairs) {
    const asked = pair.filter(({ role }) => only === undefined || role === only);
    failed += (await Promise.all(asked.map(fuzz))).filter((holds) => !holds).length;
  }
  for (const fault of home.faults.slice(0, 20)) console.log(fault.trimEnd());
  console.log(`${home.faults.length} faults logged`);
  failed += home.faults.length;
} finally {
  await proxy.close();
  await home.close();
}
process.exitCode = failed === 0 ? 0 : 1;

async function requireLetIn(url: string, headers: Record<string, string>): Promise<void> {
  const { status } = await fetch(url, { headers });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
}

async function fuzz(as: { role: string; url: string; headers: Record<string, string> }): Promise<boolean> {
  const documentUrl = `${home.url}/openapi.json`;
  const { url, headers } = as;
  const { holds, output } = await runSchemathesis(command, { documentUrl, url, headers, seed, ...bounds });
  if (!holds) console.log(output.replace(/^(.{1000}).+$/gm, '$1 …'));
  const tested = /Tested:\s*(\d+)/.exec(output)?.[1] ?? '0';
  const summary = /^\s*(\d[\d,]* generated.*)$/m.exec(output)?.[1] ?? '';
  console.log(`${as.role}: ${holds ? 'holds' : 'FAILED'}; ${tested} operations, ${summary}`);
  return holds;
}
