import { grants } from './access/grants.ts';
import { policies, policyDecisions } from './access/policies.ts';
import { certificates } from './certificates/certificates.ts';
import { anyKind, type VectorKind } from './form/vector.ts';
import { feedAnswers } from './http/feed-answers.ts';
import { problems } from './http/problems.ts';
import { commitments, ledgerChains, seenHistories } from './ledger/ledger-chains.ts';
import { ledgerReadings } from './ledger/ledger-readings.ts';
import { modeStates } from './modes/mode-states.ts';
import { requestSigning } from './requests/request-signing.ts';
import { requestVerification } from './requests/request-verification.ts';
import { authorSignatures } from './signatures/author-signatures.ts';
import { ed25519, publicKeys } from './signatures/ed25519.ts';
import { heartbeatKeys, ids } from './texts/ids.ts';
import { jcs } from './texts/jcs.ts';
import { objectKeys } from './texts/object-keys.ts';
import { strictJson } from './texts/strict-json.ts';
import { keySets } from './trust/key-sets.ts';
import { timestamps } from './trust/timestamps.ts';
import { trustMemory } from './trust/trust-memory.ts';

/** Every kind of vector, each with a file in `vectors/`. */
export const vectorKinds: VectorKind[] = [
  anyKind(strictJson),
  anyKind(jcs),
  anyKind(ed25519),
  anyKind(publicKeys),
  anyKind(ids),
  anyKind(heartbeatKeys),
  anyKind(objectKeys),
  anyKind(certificates),
  anyKind(keySets),
  anyKind(timestamps),
  anyKind(authorSignatures),
  anyKind(requestSigning),
  anyKind(requestVerification),
  anyKind(grants),
  anyKind(policies),
  anyKind(policyDecisions),
  anyKind(ledgerChains),
  anyKind(commitments),
  anyKind(seenHistories),
  anyKind(ledgerReadings),
  anyKind(modeStates),
  anyKind(trustMemory),
  anyKind(feedAnswers),
  anyKind(problems),
];
