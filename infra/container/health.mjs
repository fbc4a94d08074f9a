// Exits with 0 if the process next to it is healthy. `health.mjs api` checks if the API can do its work;
// `health.mjs worker FILE` checks the age of the worker's pulse. Plain JavaScript, since it starts every few
// seconds.
import { stat } from 'node:fs/promises';

const longestSilenceMs = 30_000;
const [kind, file] = process.argv.slice(2);

async function isWell() {
  if (kind === 'api') {
    const answer = await fetch(`http://127.0.0.1:${process.env.AGENT_HOME_PORT ?? 4600}/readyz`);
    return answer.ok;
  }
  if (kind === 'worker' && file) return Date.now() - (await stat(file)).mtimeMs < longestSilenceMs;
  throw new Error('health.mjs api | health.mjs worker FILE');
}

process.exitCode = (await isWell().catch((error) => console.error(error.message))) ? 0 : 1;
