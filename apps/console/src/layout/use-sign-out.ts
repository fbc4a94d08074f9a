import { type AnswerOf, requestTo, sessionEndpoints } from '@agent-home/http-contract';
import { useQueryClient } from '@tanstack/react-query';
import { change } from '../read/api.ts';
import { forgetNotices } from '../read/forget-notices.ts';
import { signedIn } from '../read/signed-in.ts';

type SignOut = typeof sessionEndpoints.signOut;

/** Ends the session and drops everything read in it. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const signOut = async () => {
    signedIn.forget();
    const ended = await change<AnswerOf<SignOut> | undefined>(requestTo(sessionEndpoints.signOut));
    // Ledgers cached in this browser were read in the session too.
    indexedDB.deleteDatabase('agent-home-ledgers');
    await client.resetQueries();
    // Runs last, because a component rendered for the viewer could still store data.
    forgetNotices();
    location.assign(ended?.url ?? '/');
  };
  return () => void signOut();
}
