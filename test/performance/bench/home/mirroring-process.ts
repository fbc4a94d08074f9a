import { setTimeout as delay } from 'node:timers/promises';
import { connect, type RootSet } from '@agent-home/sdk';
import { sampleRun } from './sample-run.ts';

// Residents that mirror their runs all the time, in a process of its own: a background for the benches of a home.

export interface MirroringTask {
  url: string;
  rootSet: RootSet;
  /** Secret keys in hexadecimal. */
  agents: { agentId: string; secretKey: string }[];
}

/** Records of a batch and the pause after it, as of a run whose response is streamed. */
const batchSize = 20;
const pauseMs = 500;

const { url, rootSet, agents } = JSON.parse(process.argv[2] ?? '') as MirroringTask;
const stopping = new AbortController();

async function mirror({ agentId, secretKey }: MirroringTask['agents'][number]): Promise<void> {
  const agent = await connect({
    url,
    rootSet,
    agentId,
    secretKey: new Uint8Array(Buffer.from(secretKey, 'hex')),
  });
  while (!stopping.signal.aborted) {
    const { runId, lines } = sampleRun(agentId);
    for (let from = 0; from < lines.length && !stopping.signal.aborted; from += batchSize) {
      await agent.sendRunRecords(runId, { fromSeq: from, records: lines.slice(from, from + batchSize) });
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  await agent.close();
}

const lives = Promise.all(agents.map(mirror));
process.send?.('ready');
process.once('disconnect', () => {
  stopping.abort();
  void lives.finally(() => process.exit());
});
