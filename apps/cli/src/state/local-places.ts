import { resolve } from 'node:path';
import { ConfigurationError } from '../errors/command-errors.ts';

/** Data folder and ports of a local home. */
export interface LocalPlaces {
  dataDirectory: string;
  apiPort: number;
  ossPort: number;
  stsPort: number;
  /** Port of the model emulator. */
  modelPort: number;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads AGENT_HOME_DATA, AGENT_HOME_PORT and the other ports, which default to the three above it. Port 0 means any free port.
 * @throws ConfigurationError naming the variable
 */
export function placesFrom(environment: Environment): LocalPlaces {
  const apiPort = portIn(environment, 'AGENT_HOME_PORT', 4600);
  const above = (offset: number) => (apiPort === 0 ? 0 : apiPort + offset);
  return {
    dataDirectory: resolve(environment.AGENT_HOME_DATA || '.agent-home'),
    apiPort,
    ossPort: portIn(environment, 'AGENT_HOME_OSS_PORT', above(1)),
    stsPort: portIn(environment, 'AGENT_HOME_STS_PORT', above(2)),
    modelPort: portIn(environment, 'AGENT_HOME_MODEL_PORT', above(3)),
  };
}

function portIn(environment: Environment, name: string, fallback: number): number {
  const text = environment[name]?.trim();
  const port = text ? Number(text) : fallback;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigurationError('invalid_configuration', `${name} is not a port from 0 to 65535`);
}
