import { idSchema, signAuthored, signerOf } from '@agent-home/protocol';
import { loadOrCreateIdentity } from '@agent-home/sdk';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';

/**
 * `agent-home keys prove AGENT_ID`: prints the body for `PUT /v1/agents/{agent_id}/key`, signed by the new key, which stays in its
 * file.
 * @throws ConfigurationError
 */
export async function proveKey(agentId: string, { key }: { key: string }): Promise<void> {
  if (!idSchema.safeParse(agentId).success)
    throw new ConfigurationError(
      'invalid_configuration',
      'the agent id is not valid: copy it from the web UI, such as robin',
    );
  const { secretKey } = await loadOrCreateIdentity(key);
  const signer = signerOf(secretKey);
  const proof = {
    kind: 'agent_key_proof',
    schema_version: 1,
    agent_id: agentId,
    public_key: signer.publicKey,
  };
  console.log(jsonDocument(signAuthored(proof, signer)));
}
