import { operationsEndpoints, pathTo } from '@agent-home/http-contract';
import { sql } from 'drizzle-orm';
import { getKind } from '../../stores/store-kinds.ts';
import { askAnonymously } from './anonymous.ts';
import { type DoctorCheck, failed, ok, warning } from './check.ts';

const warnSeconds = 5;
/** Signed requests are refused beyond a difference of one minute, and stores refuse beyond 15 minutes. */
const failSeconds = 50;

/** Compares this machine's clock with all others. Dates in headers have whole seconds, so a difference of one second is ignored. */
export const clockCheck: DoctorCheck = {
  name: 'clocks',
  async run({ settings, apiUrl, connection }) {
    const store = await measured(
      async () =>
        (
          await askAnonymously(getKind(settings.store).publicUrl(settings.platform.store, ''), {
            route: getKind(settings.store).agentRoute(settings.store),
          })
        ).date,
    );
    const api = await measured(
      async () => (await askAnonymously(apiUrl + pathTo(operationsEndpoints.isAlive))).date,
    ).catch(() => undefined);
    const database = await measured(async () => {
      const [row] = await connection.database.execute<{ now: string }>(sql`select now()::text as now`);
      return new Date(row?.now ?? Number.NaN);
    });
    const differences = Object.entries({ store, database, api }).filter((one) => one[1] !== undefined) as [
      string,
      number,
    ][];
    const seen = `ahead of this machine: ${differences.map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`;
    const worst = Math.max(...differences.map(([, seconds]) => Math.abs(seconds)));
    const todo = 'run a time service (chrony, systemd-timesyncd) on every machine of the home';
    if (!(worst <= failSeconds)) return failed(seen, todo);
    return worst > warnSeconds ? warning(seen, todo) : ok(seen);
  },
};

/** Measures the offset of another clock, in seconds, relative to the middle of the request. */
async function measured(ask: () => Promise<Date | undefined>): Promise<number | undefined> {
  const before = Date.now();
  const answered = await ask();
  const middle = (before + Date.now()) / 2;
  return answered === undefined ? undefined : (answered.getTime() - middle) / 1000;
}
