import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../errors/command-errors.ts';
import { placesFrom } from './local-places.ts';

describe('addresses of a local home', () => {
  test.each([
    [{}, [4600, 4601, 4602, 4603]],
    [{ AGENT_HOME_PORT: '5000' }, [5000, 5001, 5002, 5003]],
    [{ AGENT_HOME_PORT: ' ', AGENT_HOME_STS_PORT: '9' }, [4600, 4601, 9, 4603]],
    [{ AGENT_HOME_PORT: '0' }, [0, 0, 0, 0]],
  ])('%o: %o', (environment, ports) => {
    const { apiPort, ossPort, stsPort, modelPort } = placesFrom(environment);
    expect([apiPort, ossPort, stsPort, modelPort]).toEqual(ports);
  });

  test('an invalid port is refused by its variable', () => {
    const wrong: [string, string][] = [
      ['AGENT_HOME_PORT', 'abc'],
      ['AGENT_HOME_PORT', '-1'],
      ['AGENT_HOME_PORT', '4600.5'],
      ['AGENT_HOME_OSS_PORT', '65536'],
      ['AGENT_HOME_MODEL_PORT', 'x'],
      // The store needs the next port, which does not exist above 65535.
      ['AGENT_HOME_PORT', '65535'],
    ];
    for (const [name, text] of wrong) {
      const place = () => placesFrom({ [name]: text });
      expect(place, text).toThrow(ConfigurationError);
      expect(place, text).toThrow(/AGENT_HOME_(OSS_|MODEL_)?PORT/);
    }
  });
});
