import { operationsEndpoints, pathTo } from '@agent-home/http-contract';
import { askAnonymously } from './anonymous.ts';
import { type DoctorCheck, failed, ok } from './check.ts';

export const apiCheck: DoctorCheck = {
  name: 'api',
  async run({ apiUrl }) {
    const aliveUrl = apiUrl + pathTo(operationsEndpoints.isAlive);
    const alive = await askAnonymously(aliveUrl).catch(() => undefined);
    if (alive?.status !== 200)
      return failed(
        `${aliveUrl} ${alive ? `responds with ${alive.status}` : 'does not respond'}`,
        'start `agent-home api`, or set AGENT_HOME_URL to its address',
      );
    const ready = await askAnonymously(apiUrl + pathTo(operationsEndpoints.isReady));
    return ready.status === 200
      ? ok(`${apiUrl} is alive and ready`)
      : failed(
          `${apiUrl} is alive but not ready (${ready.status})`,
          'check its log: the database is down, or the API is shutting down',
        );
  },
};
