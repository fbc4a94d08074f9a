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
        `${aliveUrl} ${alive ? `answers ${alive.status}` : 'does not answer'}`,
        'start `agent-home api`, or say where it is by AGENT_HOME_URL',
      );
    const ready = await askAnonymously(apiUrl + pathTo(operationsEndpoints.isReady));
    return ready.status === 200
      ? ok(`${apiUrl} is alive and ready`)
      : failed(
          `${apiUrl} is alive and not ready (${ready.status})`,
          'see its log: the database is away, or it is shutting down',
        );
  },
};
