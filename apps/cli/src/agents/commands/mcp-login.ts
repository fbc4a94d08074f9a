import { shownText } from '@agent-home/protocol';
import { chooseMcpServers, LoginError, logInAtServer, logOutAtServer, Vault } from '@agent-home/runtime-node';
import { loadDefinitions, placesOfPrograms } from '@agent-home/runtime-node/definitions';
import { stopSignal } from '../../command-line/stop-signal.ts';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { loginFolder } from '../../state/project-state.ts';
import { withProxy } from '../../state/use-proxy.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { requireSoundSettings } from '../running/open-agent.ts';
import { withPlainAgentErrors } from '../running/plain-errors.ts';
import { projectPlaces } from '../running/project-places.ts';

export interface LoginFlags {
  project?: string;
  /** Timeout of the login, in seconds. */
  timeout: number;
}

/**
 * `agent-home agents mcp login NAME`: prints the address of the login, waits for the browser, and stores the tokens in a file that
 * only this user can read. A project's server is known only after `agents trust`.
 * @throws AgentCommandError
 */
export async function logIn(name: string, flags: LoginFlags): Promise<void> {
  const environment = { ...process.env };
  const late = AbortSignal.timeout(flags.timeout * 1_000);
  const signal = AbortSignal.any([stopSignal(), late]);
  await withPlainAgentErrors(async () => {
    const { config, vault } = opened(name, flags, environment);
    try {
      const result = await logInAtServer(config, {
        vault,
        environment,
        signal,
        loginFolder: loginFolder(environment),
        ...withProxy(environment),
        show: (address) => {
          console.log(`Open this address to log in at ${shownText(name)}:\n\n  ${shownText(address.href)}\n`);
        },
      });
      console.log(
        result === 'logged_in'
          ? `logged in at ${shownText(name)}`
          : `${shownText(name)} needs no login: nothing is stored`,
      );
    } catch (error) {
      if (error instanceof LoginError)
        throw new AgentCommandError(error.code, preview(error.message), { cause: error });
      if (signal.aborted)
        throw new AgentCommandError(
          'mcp_login_failed',
          `no login at ${shownText(name)} within ${flags.timeout} s: run the command again`,
          { cause: error },
        );
      throw error;
    }
  });
}

/** `agent-home agents mcp logout NAME`: deletes the tokens from this machine. Returns 1 if there were none. */
export async function logOut(name: string, flags: Pick<LoginFlags, 'project'>): Promise<0 | 1> {
  return withPlainAgentErrors(async () => {
    const { config } = opened(name, flags, process.env);
    const existed = logOutAtServer(config, loginFolder(process.env));
    console.log(existed ? `logged out at ${shownText(name)}` : `there was no login at ${shownText(name)}`);
    return existed ? 0 : 1;
  });
}

function opened(name: string, flags: Pick<LoginFlags, 'project'>, environment: NodeJS.ProcessEnv) {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  requireSoundSettings(loaded);
  const [config] = chooseMcpServers(loaded.settings.mcpServers, [name]);
  if (!config)
    throw new AgentCommandError('mcp_server_not_configured', `MCP server not configured: ${shownText(name)}`);
  const placeOf = placesOfPrograms(loaded, environment);
  return { config, vault: new Vault(loaded.settings.vault, { environment, placeOf: placeOf('vault') }) };
}
