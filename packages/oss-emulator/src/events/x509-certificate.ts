import { type KeyObject, sign } from 'node:crypto';
import {
  derBitString,
  derInteger,
  derNull,
  derObjectIdentifier,
  derSequence,
  derSet,
  derUtcTime,
  derUtf8String,
} from './der.ts';

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const COMMON_NAME = '2.5.4.3';

/** Creates the PEM of a self-signed X.509 certificate (version 1, RSA, SHA-256), sufficient to carry one public key. */
export function createSelfSignedCertificate(options: {
  privateKey: KeyObject;
  publicKey: KeyObject;
  commonName: string;
  /** Up to 20 random bytes. */
  serialNumber: Uint8Array;
  notBefore: Date;
  notAfter: Date;
}): string {
  const algorithm = derSequence(derObjectIdentifier(SHA256_WITH_RSA), derNull());
  const name = derSequence(
    derSet(derSequence(derObjectIdentifier(COMMON_NAME), derUtf8String(options.commonName))),
  );
  const toBeSigned = derSequence(
    derInteger(options.serialNumber),
    algorithm,
    name,
    derSequence(derUtcTime(options.notBefore), derUtcTime(options.notAfter)),
    name,
    options.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, options.privateKey);
  const certificate = derSequence(toBeSigned, algorithm, derBitString(signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
