import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeFileDurably } from '../storage/durable-file.ts';
import { createSelfSignedCertificate } from './x509-certificate.ts';

/** Key that signs pushed events, and the certificate that receivers verify them with. */
export interface EventIdentity {
  signingKey: KeyObject;
  certificatePem: string;
}

const fileSchema = z.object({ signingKey: z.string(), certificate: z.string() });

async function generateIdentity(): Promise<z.infer<typeof fileSchema>> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return {
    signingKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: createSelfSignedCertificate({
      privateKey,
      publicKey,
      commonName: 'agent-home oss-emulator notify',
      serialNumber: randomBytes(16),
      notBefore: new Date(Date.UTC(2020, 0, 1)),
      notAfter: new Date(Date.UTC(2049, 11, 31)),
    }),
  };
}

async function loadOrCreate(path: string): Promise<EventIdentity> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const stored = text === undefined ? await generateIdentity() : fileSchema.parse(JSON.parse(text));
  if (text === undefined) await writeFileDurably(`${path}.new`, path, JSON.stringify(stored));
  return { signingKey: createPrivateKey(stored.signingKey), certificatePem: stored.certificate };
}

/**
 * Returns a function that creates the identity on first use and keeps it in the data directory. Generating an RSA key takes longer
 * than the rest of the start.
 */
export function getEventIdentity(dataDirectory: string): () => Promise<EventIdentity> {
  let identity: Promise<EventIdentity> | undefined;
  return () => {
    identity ??= loadOrCreate(join(dataDirectory, 'event-identity.json'));
    return identity;
  };
}
