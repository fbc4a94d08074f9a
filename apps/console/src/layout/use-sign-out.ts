import { useQueryClient } from '@tanstack/react-query';
import { change } from '../read/api.ts';
import { forgetNotices } from '../read/forget-notices.ts';
import { signedIn } from '../read/signed-in.ts';

/** Ends the session; whatever was read as somebody is forgotten. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const signOut = async () => {
    signedIn.forget();
    const ended = await change<{ url: string } | undefined>('DELETE', '/v1/session');
    // What this browser keeps of ledgers was read as somebody too.
    indexedDB.deleteDatabase('agent-home-ledgers');
    await client.resetQueries();
    // Last, when nothing is drawn for somebody any more that could keep something.
    forgetNotices();
    location.assign(ended?.url ?? '/');
  };
  return () => void signOut();
}
