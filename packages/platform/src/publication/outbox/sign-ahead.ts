import { openPace } from '../../foundation/pace/open-pace.ts';
import type { EnqueueRequest } from './enqueue-object.ts';
import { certifiedText, type SigningPlatform } from './sign-outbox-row.ts';

/**
 * Signs objects before they are enqueued, so that their signatures are kept by the commit that promises them and cost none
 * of their own. Each is signed for the version that it will have unless somebody else comes first; it is then enqueued
 * unsigned, and the publisher signs it.
 */
export async function signAhead(
  platform: SigningPlatform,
  requests: readonly EnqueueRequest[],
  nextVersionOf: (objectKey: string) => number | undefined,
): Promise<EnqueueRequest[]> {
  const signed: EnqueueRequest[] = [];
  const pace = openPace();
  for (const request of requests) {
    await pace();
    const { objectKey, body, expiresInSeconds = null } = request;
    const version = nextVersionOf(objectKey);
    signed.push(
      version === undefined
        ? request
        : {
            ...request,
            signed: {
              version,
              text: certifiedText(platform, { objectKey, version, body, expiresInSeconds }),
            },
          },
    );
  }
  return signed;
}
