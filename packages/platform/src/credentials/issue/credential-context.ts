import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import { createNonceRegister, type UseNonce } from '../../foundation/platform/request-nonces.ts';
import { type CredentialAudit, createCredentialAudit } from './audit-credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import { createFactReaders, type FactReaders } from './load-grant-facts.ts';
import { TokenServiceBudget } from './token-service-budget.ts';

/** Per-process context for issuing credentials. */
export interface CredentialContext extends FactReaders {
  cache: CredentialCache;
  budget: TokenServiceBudget;
  audit: CredentialAudit;
  /** Uses the nonce of a request that fails, too. */
  useNonce: UseNonce;
}

export function createCredentialContext(platform: IssuingPlatform): CredentialContext {
  return {
    ...createFactReaders(platform),
    cache: new CredentialCache(),
    budget: new TokenServiceBudget(platform.config.stsPerSecond),
    audit: createCredentialAudit(platform.database),
    useNonce: createNonceRegister(platform.database),
  };
}
