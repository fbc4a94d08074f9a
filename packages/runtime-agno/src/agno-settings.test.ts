import { expect, test } from 'vitest';
import { AgnoSettingsError, readAgnoSettings } from './agno-settings.ts';

const token = 't'.repeat(32);

test('reads the place of agno from the environment', () => {
  expect(readAgnoSettings({})).toBeUndefined();
  for (const python of [process.execPath, 'python3'])
    expect(readAgnoSettings({ AGENT_HOME_AGNO_PYTHON: python })).toEqual({ kind: 'child', python });
  for (const url of ['http://127.0.0.1:4620', 'http://[::1]:4620', 'https://agno.example'])
    expect(
      readAgnoSettings({
        AGENT_HOME_AGNO_URL: url,
        AGENT_HOME_AGNO_TOKEN: token,
        AGENT_HOME_AGNO_PYTHON: 'python',
      }),
    ).toEqual({ kind: 'served', url, token });
});

test('refuses an address that keys would leave in the clear, and a short token', () => {
  for (const url of ['http://agno.example', 'http://127.0.0.1.agno.example', 'ftp://127.0.0.1', 'agno'])
    expect(() => readAgnoSettings({ AGENT_HOME_AGNO_URL: url, AGENT_HOME_AGNO_TOKEN: token })).toThrow(
      AgnoSettingsError,
    );
  for (const short of ['', 't'.repeat(31)])
    expect(() =>
      readAgnoSettings({ AGENT_HOME_AGNO_URL: 'http://127.0.0.1:1', AGENT_HOME_AGNO_TOKEN: short }),
    ).toThrow(AgnoSettingsError);
});

test('refuses an address with a password', () => {
  for (const user of ['me:hunter2@', 'me@', ':hunter2@'])
    expect(() =>
      readAgnoSettings({ AGENT_HOME_AGNO_URL: `https://${user}agno.example`, AGENT_HOME_AGNO_TOKEN: token }),
    ).toThrow('must not contain a user or a password');
});

test('refuses an interpreter that cannot be started, and a template without an attribute', () => {
  for (const [python, reason] of [
    ['/nonexistent/python', 'not an executable file'],
    ['/tmp', 'not an executable file'],
    ['.venv/bin/python', 'relative'],
    ['~/.agno/bin/python', 'relative'],
  ] as const)
    expect(() => readAgnoSettings({ AGENT_HOME_AGNO_PYTHON: python })).toThrow(reason);
  for (const template of ['agents', 'agents:', ':careful'])
    expect(() =>
      readAgnoSettings({ AGENT_HOME_AGNO_PYTHON: 'python3', AGENT_HOME_AGNO_TEMPLATE: template }),
    ).toThrow('MODULE:ATTRIBUTE');
});
