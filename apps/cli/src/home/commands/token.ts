import { createToken } from '@agent-home/platform';
import { openPlatform } from '../compose/open-platform.ts';
import { findHome } from '../local/running-home.ts';

/** `agent-home token create`: creates an admin's bearer token. The output is its only copy. */
export async function createAdminToken(label: string): Promise<void> {
  const open = await openPlatform((await findHome(process.env)).settings, 'token');
  try {
    const act = {
      actor: { kind: 'local', id: 'command-line', role: 'admin' },
      action: 'token.create',
      target: 'tokens',
      details: { role: 'admin', label },
    } as const;
    const { token } = await createToken({ ...open.platform, act }, { role: 'admin', label });
    console.log(token);
  } finally {
    await open.close();
  }
}
