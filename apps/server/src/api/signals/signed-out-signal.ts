import { signedOutChannel } from '@agent-home/platform';
import type { DatabaseConnection } from '@agent-home/platform/database';

/** Reports revoked credentials of users, from all processes. */
export interface SignedOutSignal {
  /** Calls `hear` with a credential's name, and `missed` if some notifications may have been lost. */
  subscribe(hear: (name: string) => void, missed: () => void): void;
}

export async function openSignedOutSignal(connection: DatabaseConnection): Promise<SignedOutSignal> {
  const subscribers: { hear: (name: string) => void; missed: () => void }[] = [];
  await connection.listen(
    signedOutChannel,
    (name) => {
      for (const { hear } of subscribers) hear(name);
    },
    () => {
      for (const { missed } of subscribers) missed();
    },
  );
  return {
    subscribe(hear, missed) {
      subscribers.push({ hear, missed });
    },
  };
}
