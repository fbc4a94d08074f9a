// Exits with 0 if the process next to it is healthy. `health.mjs api` checks if the API can do its work;
// `health.mjs pulse FILE` checks the age of the pulse of a worker or resident; `health.mjs egress` connects to the
// proxy of residents. Plain JavaScript, since it starts every few seconds.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';

const longestSilenceMs = 30_000;
const [kind, file] = process.argv.slice(2);

async function isWell() {
  if (kind === 'api') {
    const answer = await fetch(`http://127.0.0.1:${process.env.AGENT_HOME_PORT ?? 4600}/readyz`);
    return answer.ok;
  }
  if (kind === 'pulse' && file) return Date.now() - (await stat(file)).mtimeMs < longestSilenceMs;
  if (kind === 'egress') {
    const socket = connect(3128, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  }
  throw new Error('health.mjs api | health.mjs pulse FILE | health.mjs egress');
}

process.exitCode = (await isWell().catch((error) => console.error(error.message))) ? 0 : 1;
