import { createEgressProxy } from './egress-proxy.ts';
import { EndpointsError, parseEndpoints } from './endpoints.ts';

const port = 3128;
/** Lines a second; a tool that tries many hosts fills no disk. */
const mostLines = 20;

let lines = 0;
setInterval(() => {
  if (lines > mostLines) console.log(`${lines - mostLines} more refusals`);
  lines = 0;
}, 1_000).unref();

function log(line: string): void {
  lines += 1;
  if (lines <= mostLines) console.log(line);
}

try {
  const endpoints = parseEndpoints(process.env.AGENT_HOME_RESIDENT_ENDPOINTS ?? '');
  const server = createEgressProxy({ endpoints, log });
  server.listen(port, '0.0.0.0', () => console.log(`proxy for ${endpoints.length} endpoints on ${port}`));
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    process.exit();
  });
} catch (error) {
  if (!(error instanceof EndpointsError)) throw error;
  console.error(`${error.message} [${error.code}]`);
  process.exitCode = 1;
}
