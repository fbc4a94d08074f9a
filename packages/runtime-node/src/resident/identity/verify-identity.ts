import type { RunIdentity } from '@agent-home/agent-runtime/run-log';
import { asJson, canonicalJsonBytes, sha256Hex } from '@agent-home/protocol';
import { type AgentHome, readUntrusted, VerificationError } from '@agent-home/sdk';
import { IdentityNotVerifiedError } from './identity-error.ts';

/**
 * Verifies the agent's identity in the home: its certified card, traced to the pinned root by the SDK, not
 * withdrawn, and with the key of this process. Called before every run, so that a withdrawn card ends the
 * resident's work.
 * @throws IdentityNotVerifiedError; network errors
 */
export async function verifyIdentity(
  home: Pick<AgentHome, 'card' | 'publicKey'>,
  agentId: string,
  homeUrl: string,
): Promise<RunIdentity> {
  const view = await home.card(agentId).catch((error: unknown) => {
    if (error instanceof VerificationError)
      throw new IdentityNotVerifiedError(`the card of ${agentId} failed verification: ${error.code}`, {
        cause: error,
      });
    throw error;
  });
  if (view.withdrawn) throw new IdentityNotVerifiedError(`${agentId} has left this home`);
  if (view.agentId !== agentId || view.agentPublicKey !== home.publicKey)
    throw new IdentityNotVerifiedError(`the card of ${agentId} names another key than this resident's`);
  return {
    agent_id: agentId,
    home: homeUrl,
    card_sha256: sha256Hex(canonicalJsonBytes(asJson(readUntrusted(view.card)))),
    key_id: view.agentPublicKey,
  };
}
