export {
  type AuthorSignatureResult,
  checkAuthorSignature,
  checkAuthorSignatureLater,
  signAuthored,
} from './cert/author-signature.ts';
export { defaultMaxObjectBytes, maxObjectBytesOf, type VerifyRequest } from './cert/candidate.ts';
export { CertifyError, type CertifyOptions, certify } from './cert/certify.ts';
export { checkSeen, type SeenVersion } from './cert/check-seen.ts';
export { parseObject } from './cert/parse-object.ts';
export { signedBytes } from './cert/signed-bytes.ts';
export { keyIdOf, type Signer, signerOf } from './cert/signer.ts';
export type { TrustedKeys } from './cert/trusted-keys.ts';
export { type VerificationCode, VerificationError, verificationCodes } from './cert/verification-error.ts';
export { type Verified, verifyCertified, verifyCertifiedLater } from './cert/verify.ts';
export { type ModeDenialCode, modeDenialCodes } from './denials/mode-denials.ts';
export {
  isAcceptablePublicKey,
  publicKeyOf,
  signEd25519,
  verifyEd25519,
  verifyEd25519Later,
} from './ed25519/ed25519.ts';
export { type Face, faceOf } from './face/face.ts';
export {
  hmacSha256,
  type RunningSha256,
  sha256,
  sha256Hex,
  sha256HexOfText,
  startSha256,
} from './hash/sha256.ts';
export { asJson } from './json/as-json.ts';
export { canonicalJson, canonicalJsonBytes } from './json/canonical-json.ts';
export { JsonError, type JsonErrorCode } from './json/json-error.ts';
export { jsonObjectIn } from './json/json-object-in.ts';
export type { JsonObject, JsonValue } from './json/json-value.ts';
export { parseStrictJson } from './json/parse-strict-json.ts';
export { allShards, heartbeatKey, heartbeatShard } from './keys/heartbeat-shard.ts';
export {
  containerPrefix,
  ObjectKeyError,
  objectKey,
  type ParsedObjectKey,
  parseObjectKey,
} from './keys/object-key.ts';
export { type ObjectKeyParts, type ObjectKind, objectKeyTable } from './keys/object-key-table.ts';
export { type ParsedVersionedKey, parseVersionedKey, versionedKey } from './keys/versioned-key.ts';
export { bodyMatches, commitmentOf } from './ledger/commitment.ts';
export { hashLedgerHeader, hashState, type LedgerHead } from './ledger/ledger-chain.ts';
export { entriesThatFit, firstOfPack, lastOfPack, openLedgerPack, packBody } from './ledger/ledger-pack.ts';
export { namesEntry, type SeenHistory, seenHistory } from './ledger/seen-history.ts';
export * from './schema/agent-card.ts';
export * from './schema/certificate.ts';
export * from './schema/circle.ts';
export {
  describeFields,
  type FieldDescriptions,
  findDescriptionRow,
  withDescription,
} from './schema/describe-fields.ts';
export type { SchemaEdition } from './schema/edition.ts';
export { fieldDescriptions } from './schema/field-descriptions.ts';
export {
  type GrantRequest,
  grantRequestSchema,
  isSupportedGrant,
  type SupportedGrant,
} from './schema/grant-request.ts';
export * from './schema/heartbeat.ts';
export { type JsonSchemaFile, jsonSchemaFiles } from './schema/json-schema.ts';
export * from './schema/platform.ts';
export * from './schema/policy-bundle.ts';
export { withPortablePatterns } from './schema/portable-pattern.ts';
export * from './schema/primitives.ts';
export * from './schema/prompt-bundle.ts';
export {
  type CertifiedKind,
  isCertifiedKind,
  mayLieAt,
  type ObjectOfKind,
  objectSchemas,
  schemaOf,
} from './schema/registry.ts';
export * from './schema/run-approval.ts';
export * from './schema/task.ts';
export { type AdminAction, adminActionSchema, handInSchema } from './schema/topic-action.ts';
export * from './schema/topic-input.ts';
export * from './schema/topic-ledger-entry.ts';
export * from './schema/topic-ledger-pack.ts';
export * from './schema/topic-manifest.ts';
export * from './schema/topic-request-result.ts';
export * from './schema/topic-state.ts';
export { decodeBase64Url, encodeBase64Url } from './text/base64url.ts';
export { cutText } from './text/cut-text.ts';
export { estimateTokens, tokenCostOf, tokensOf } from './text/estimate-tokens.ts';
export { normalForm } from './text/normal-form.ts';
export { cleanText, promptViewOf } from './text/prompt-view.ts';
export {
  mixesAlphabets,
  type Piece,
  revealCharacters,
  revealedText,
  shownText,
} from './text/revealed-characters.ts';
export { markUntrusted, readUntrusted, type Untrusted } from './text/untrusted.ts';
export { keyRetryPauseMs, keyUse } from './trust/key-use.ts';
export { retryDuringRotation } from './trust/retry-during-rotation.ts';
export { rootFingerprint } from './trust/root-fingerprint.ts';
export { meetsThreshold, signAsRoot } from './trust/root-signatures.ts';
export { verifyKeysFromPins } from './trust/verify-keys-from-pins.ts';
export { verifyPlatformKeys } from './trust/verify-platform-keys.ts';
export { verifyPlatformTimestamp } from './trust/verify-platform-timestamp.ts';
export { withNewerKeys } from './trust/with-newer-keys.ts';
export {
  chainStep,
  contradiction,
  missingEntry,
  type PassedHead,
  recertifiedFinding,
} from './verified-reading/chain-step.ts';
export { compareState, type StateDifference } from './verified-reading/compare-state.ts';
export { followLedger } from './verified-reading/follow-ledger.ts';
export { type ReadingCode, type ReadingFinding, refusalOf } from './verified-reading/reading-finding.ts';
export { publicKeyBytes, recordedAuthorKey } from './verified-reading/recorded-author-key.ts';
