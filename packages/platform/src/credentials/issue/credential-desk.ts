import type { IssuingPlatform } from '../../foundation/platform/platform.ts';
import { openNonceRegister, type UseNonce } from '../../foundation/platform/request-nonces.ts';
import { type CredentialAudit, openCredentialAudit } from './audit-credentials.ts';
import { CredentialCache } from './credential-cache.ts';
import { type FactReaders, openFactReaders } from './decide-grants.ts';
import { TokenBudget } from './token-budget.ts';

/** Per-process context for issuing credentials. */
export interface CredentialDesk extends FactReaders {
  cache: CredentialCache;
  budget: TokenBudget;
  audit: CredentialAudit;
  /** For a request that comes to nothing: its nonce is used all the same. */
  useNonce: UseNonce;
}

export function openCredentialDesk(platform: IssuingPlatform): CredentialDesk {
  return {
    ...openFactReaders(platform),
    cache: new CredentialCache(),
    budget: new TokenBudget(platform.config.stsPerSecond),
    audit: openCredentialAudit(platform.database),
    useNonce: openNonceRegister(platform.database),
  };
}
