import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Selector of definitions for this runtime. */
export const agnoSelector = 'agno';

/** Place of agno: a Python with it, or a served program. */
export type AgnoSettings =
  | { kind: 'child'; python: string; template?: string }
  | { kind: 'served'; url: string; token: string };

/** Thrown for variables that do not name a usable place. */
export class AgnoSettingsError extends Error {
  override readonly name = 'AgnoSettingsError';
  readonly code = 'runtime_not_configured';
}

/**
 * Reads the place of agno; undefined without its variables.
 * @throws AgnoSettingsError
 */
export function readAgnoSettings(environment: NodeJS.ProcessEnv): AgnoSettings | undefined {
  const {
    AGENT_HOME_AGNO_PYTHON: python,
    AGENT_HOME_AGNO_URL: url,
    AGENT_HOME_AGNO_TOKEN: token,
    AGENT_HOME_AGNO_TEMPLATE: template,
  } = environment;
  if (url) {
    requireSafe(url);
    if (!token || token.length < 32)
      throw new AgnoSettingsError(
        'AGENT_HOME_AGNO_URL needs AGENT_HOME_AGNO_TOKEN, the token of the served program, of 32 characters or more',
      );
    return { kind: 'served', url, token };
  }
  if (!python) return undefined;
  requireInterpreter(python);
  if (template && !/^[^:]+:[^:]+$/.test(template))
    throw new AgnoSettingsError(
      'AGENT_HOME_AGNO_TEMPLATE has to be MODULE:ATTRIBUTE, for example my_agents:careful',
    );
  return { kind: 'child', python, ...(template ? { template } : {}) };
}

/** Accepts a command of PATH as well. The program starts in another folder, so that relative paths would name another file. */
function requireInterpreter(python: string): void {
  if (!python.includes('/') || (isAbsolute(python) && isExecutable(python))) return;
  throw new AgnoSettingsError(
    `AGENT_HOME_AGNO_PYTHON has to be the absolute path of an interpreter, FOLDER/bin/python of the environment with agno: ${python.slice(0, 200)} is ${isAbsolute(python) ? 'not an executable file' : 'relative'}`,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Definitions contain keys of models, so that they leave this machine only encrypted. */
function requireSafe(url: string): void {
  const nowhere = { protocol: '', hostname: '', username: '', password: '' };
  const { protocol, hostname, username, password } = URL.canParse(url) ? new URL(url) : nowhere;
  if (username !== '' || password !== '')
    throw new AgnoSettingsError(
      'AGENT_HOME_AGNO_URL must not contain a user or a password: the token is AGENT_HOME_AGNO_TOKEN',
    );
  if (protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname))) return;
  throw new AgnoSettingsError('AGENT_HOME_AGNO_URL has to be an https address, or http on this machine');
}
