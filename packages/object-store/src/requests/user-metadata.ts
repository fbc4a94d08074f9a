import { ObjectStoreError } from '../port/object-store-error.ts';

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** One line of printable ASCII without surrounding white space, which every header carries unchanged. */
const VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Limit of names and values together: the smaller one of OSS (8 KB) and S3 (2 KB). */
const MAX_BYTES = 2048;

/** @throws ObjectStoreError `invalid_request` for metadata that would not be read back unchanged. */
export function assertUserMetadata(metadata: Record<string, string>): void {
  const entries = Object.entries(metadata);
  const bytes = entries.reduce((total, [name, value]) => total + name.length + value.length, 0);
  if (bytes > MAX_BYTES || !entries.every(([name, value]) => NAME.test(name) && VALUE.test(value))) {
    throw new ObjectStoreError('invalid_request', 'the user metadata is not valid');
  }
}
