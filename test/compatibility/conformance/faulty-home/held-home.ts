import { type Report, runServerKit } from '@agent-home/conformance';
import { freePort } from '@agent-home/local-postgres';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import type { Fault } from './fault.ts';
import { FaultyHome } from './faulty-home.ts';

/** Home behind a proxy that plants faults, and the conformance kit for it. */
export interface HeldHome {
  home: TestHome;
  faulty: FaultyHome;
  run(fault?: Fault): Promise<Report>;
  close(): Promise<void>;
}

export async function startHeldHome(): Promise<HeldHome> {
  const faulty = await FaultyHome.listen();
  const apiPort = await freePort();
  // The kit signs for the host name that it sends requests to.
  const authorities = `127.0.0.1:${apiPort},${faulty.authority}`;
  const home = await startHome({
    apiPort,
    environment: {
      AGENT_HOME_AUTHORITIES: authorities,
      // The kit runs many times from one address.
      AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
    },
  });
  faulty.standBefore(home);
  return {
    home,
    faulty,
    run(fault) {
      faulty.plant(fault);
      const { rootSet, secrets } = home;
      const options = { url: faulty.url, rootSet, adminToken: secrets.adminToken };
      return runServerKit({ ...options, patienceMs: 8_000 });
    },
    async close() {
      await faulty.close();
      await home.close();
    },
  };
}

export function failedIn({ results }: Report): string[] {
  return results
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ id }) => id)
    .toSorted();
}
