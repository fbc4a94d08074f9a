import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import { emulatorOptions, eventUrl } from '../../../../apps/cli/src/home/local/local-emulator.ts';
import { type KillableHome, startKillableHome } from '../../../support/killable-home.ts';
import type { Weather } from '../plan/weather.ts';
import type { Programs } from './build-programs.ts';
import { WeatheredEmulator } from './weathered-emulator.ts';

export interface SimulatedHome extends KillableHome {
  setWeather(weather: Weather): void;
  /** Program of the command, and port of the link, for residents of files. Absent without such residents. */
  residents?: { program: string; linkPort: number };
  /** Parties that end before the home does. */
  guests: { close(): Promise<void> }[];
  /** URL that events are pushed to, with the token that only the store knows. */
  eventUrl: string;
  /** File to which api and workers write their measurements. */
  readingsFile?: string;
  /** Returns the log of PostgreSQL since its first start. */
  databaseLog(): Promise<string>;
}

/** Starts everything in separate processes: PostgreSQL, API, two workers, and the store with its token service. */
export async function startSimulatedHome(seed: number, programs: Programs): Promise<SimulatedHome> {
  let emulator: WeatheredEmulator | undefined;
  let pushedTo = '';
  let readingsFile = '';
  const linkPort = await freePort();
  const home = await startKillableHome(
    async ({ folder, places, secrets }) => {
      readingsFile = join(folder, 'readings.jsonl');
      pushedTo = eventUrl(places, secrets);
      emulator = new WeatheredEmulator(
        programs.emulator,
        { ...emulatorOptions(places, secrets), events: { url: pushedTo } },
        seed,
      );
      await emulator.start();
      return {
        parts: { emulator },
        environment: {
          AGENT_HOME_AUTHORITIES: [places.apiPort, linkPort].map((port) => `127.0.0.1:${port}`).join(),
          AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
          AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
          // Few enough for one agent to use up.
          AGENT_HOME_STS_PER_SECOND: '30',
          // Shorter than the wait for calm, so that a service that failed in the last storm is tried again before it.
          AGENT_HOME_BREAKER_SECONDS: '1.5',
          SIMULATION_READINGS: readingsFile,
        },
      };
    },
    {
      moreWorkers: ['worker2'],
      // A killed process does not lose its writes, so syncing would only wear the disk.
      postgresSettings: ['fsync=off', 'logging_collector=on', 'log_directory=log', 'log_filename=all.log'],
      program: programs.command,
      // Without a limit the heap grows with the memory of the machine before it is collected.
      nodeArguments: [`--max-old-space-size=${heapMiB}`, '--import', pathToFileURL(programs.probe).href],
    },
  );
  if (!emulator) throw new Error('there is no store');
  const simulated: SimulatedHome = {
    ...home,
    residents: { program: programs.command, linkPort },
    guests: [],
    setWeather: (weather) => emulator?.setWeather(weather),
    eventUrl: pushedTo,
    readingsFile,
    databaseLog: () => readFile(join(home.folder, 'postgres', 'log', 'all.log'), 'utf8'),
    async close() {
      openHomes.delete(simulated);
      await Promise.all(simulated.guests.map((guest) => guest.close()));
      await home.close();
    },
  };
  openHomes.add(simulated);
  return simulated;
}

/** Heap of each process of the home, in MiB: a process that keeps what it was sent ends for lack of memory. */
const heapMiB = 256;

const openHomes = new Set<SimulatedHome>();

/** Closes all homes. Processes outlive their parent, so call this before an early exit. */
export async function closeAllHomes(): Promise<void> {
  await Promise.all([...openHomes].map((home) => home.close()));
}
