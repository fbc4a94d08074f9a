import { type AnswerOf, requestTo, sessionEndpoints } from '@agent-home/http-contract';
import { useQueryClient } from '@tanstack/react-query';
import { change } from '../read/api.ts';
import { forgetNotices } from '../read/forget-notices.ts';
import { signedIn } from '../read/signed-in.ts';

type SignOut = typeof sessionEndpoints.signOut;

/** Ends the session; whatever was read as somebody is forgotten. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const signOut = async () => {
    signedIn.forget();
    const ended = await change<AnswerOf<SignOut> | undefined>(requestTo(sessionEndpoints.signOut));
    // What this browser keeps of ledgers was read as somebody too.
    indexedDB.deleteDatabase('agent-home-ledgers');
    await client.resetQueries();
    // Last, when nothing is drawn for somebody any more that could keep something.
    forgetNotices();
    location.assign(ended?.url ?? '/');
  };
  return () => void signOut();
}
