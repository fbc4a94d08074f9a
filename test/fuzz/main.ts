import { Command, InvalidArgumentError } from 'commander';
import { startFuzzedHome } from './fuzzed-home.ts';
import { installSchemathesis } from './install-schemathesis.ts';
import { runSchemathesis } from './run-schemathesis.ts';
import { startSigningProxy } from './signing-proxy.ts';

const whole = (text: string) => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number');
  return Number(text);
};

const { seed, long, only } = new Command('fuzz')
  .description('Asks a home everything its OpenAPI document allows and forbids, as everybody it knows')
  .option('--seed <number>', 'what is asked', whole, 1)
  .option('--long', 'twenty minutes instead of three', false)
  .option('--only <role>', 'anonymous, agent, owner or admin')
  .parse()
  .opts<{ seed: number; long: boolean; only?: string }>();

const bounds = long ? { seconds: 300, examples: 1_000 } : { seconds: 40, examples: 30 };
const command = installSchemathesis();
const home = await startFuzzedHome();
const proxy = await startSigningProxy(home.url, home.agent);
let failed = 0;
try {
  const roles = [
    { role: 'anonymous', url: home.url, headers: {} },
    { role: 'agent', url: proxy.url, headers: {} },
    { role: 'owner', url: home.url, headers: { authorization: `Bearer ${home.ownerToken}` } },
    // Last: what it asks for may put the others out.
    { role: 'admin', url: home.url, headers: { authorization: `Bearer ${home.adminToken}` } },
  ].filter(({ role }) => only === undefined || role === only);
  for (const { role, url, headers } of roles) {
    const documentUrl = `${home.url}/openapi.json`;
    const { holds, output } = await runSchemathesis(command, { documentUrl, url, headers, seed, ...bounds });
    const faults = home.faults.splice(0);
    if (!holds || faults.length > 0) {
      failed += 1;
      console.log(output);
      for (const fault of faults.slice(0, 20)) console.log(fault.trimEnd());
    }
    const summary = /^\s*(\d[\d,]* (generated|test cases).*)$/m.exec(output)?.[1] ?? '';
    console.log(`${role}: ${holds ? 'holds' : 'FAILED'}, ${faults.length} faults logged. ${summary}`);
  }
} finally {
  await proxy.close();
  await home.close();
}
process.exitCode = failed === 0 ? 0 : 1;
