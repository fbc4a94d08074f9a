import { OssError } from '../http/oss-error.ts';
import { toByteString } from '../http/signed-request.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import type { CheckedSignature } from './signature-v1.ts';

const HIDDEN = '***';

/**
 * Throws `SignatureDoesNotMatch` with the string to sign, so that an author of a client sees the difference.
 * The caller's own token is left out, although OSS repeats it: clients print such responses, and logs keep
 * them.
 */
export function assertMatches(
  checked: CheckedSignature & { canonicalRequest?: string },
  claimed: { accessKeyId: string; signature: string },
  token: string | undefined,
  ec: string,
): void {
  if (checked.matches) return;
  const shown = (byteString: string): string => {
    const hidden =
      token === undefined || token === '' ? [] : [toByteString(token), encodeUriComponent(token)];
    const rest = hidden.reduce((text, secret) => text.replaceAll(secret, HIDDEN), byteString);
    return Buffer.from(rest, 'latin1').toString('utf8');
  };
  const stringToSign = shown(checked.stringToSign);
  throw new OssError('SignatureDoesNotMatch', {
    ec,
    elements: {
      OSSAccessKeyId: claimed.accessKeyId,
      SignatureProvided: claimed.signature,
      StringToSign: stringToSign,
      StringToSignBytes: getBytes(stringToSign),
      ...(checked.canonicalRequest === undefined
        ? {}
        : { CanonicalRequest: shown(checked.canonicalRequest) }),
    },
  });
}

const getBytes = (text: string) =>
  (Buffer.from(text).toString('hex').toUpperCase().match(/../g) ?? []).join(' ');
