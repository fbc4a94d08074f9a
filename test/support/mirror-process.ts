import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileRunStore } from '@agent-home/runtime-node';
import { mirrorRuns } from '@agent-home/runtime-node/resident';
import { connect } from '@agent-home/sdk';

/** Process that mirrors the runs of one agent, for tests that kill it. Its argument is a file with its settings. */
const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { url, rootSet, agentId, folder } = settings;
const home = await connect({
  url,
  rootSet,
  agentId,
  secretKey: Buffer.from(settings.secretKey, 'hex'),
});
console.log('ready');
await mirrorRuns({
  home,
  homeUrl: url,
  agentId,
  store: new FileRunStore(join(folder, 'runs'), { key: () => Buffer.from(settings.logKey, 'hex') }),
  file: join(folder, 'mirrored-runs'),
  log: (message, facts) => console.error(message, facts),
  signal: new AbortController().signal,
  pollMs: 20,
});
