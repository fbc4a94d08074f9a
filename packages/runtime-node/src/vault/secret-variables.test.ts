import { expect, test } from 'vitest';
import { dropSecretVariables } from './secret-variables.ts';

test('deletes variables of the vault, of servers and of tracing', () => {
  const environment: NodeJS.ProcessEnv = {
    PATH: '/bin',
    HOME: '/home/me',
    MODEL_KEY: 'a-key-of-a-model',
    SERVER_KEY: 'a-key-of-a-server',
    LANGSMITH_API_KEY: 'a-key-of-traces',
    EDITOR: 'vi',
  };
  dropSecretVariables(environment, {
    vault: { model: { env: 'MODEL_KEY' }, home: { env: 'HOME' }, file: { file: '/nowhere' } },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: settings are written so
    mcpServers: { github: { command: 'server', env: { TOKEN: '${SERVER_KEY}', AT: '${HOME}' } } },
  });
  expect(environment).toEqual({ PATH: '/bin', HOME: '/home/me', EDITOR: 'vi' });
});
