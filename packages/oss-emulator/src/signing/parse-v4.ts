export const V4_ALGORITHM = 'OSS4-HMAC-SHA256';

/** The parts of a V4 signature, from the Authorization header or from the query of a presigned URL. */
export interface SignatureV4 {
  accessKeyId: string;
  /** `yyyymmdd`, `region`, `product`, `aliyun_v4_request` as sent. */
  scope: { date: string; region: string; product: string; request: string };
  additionalHeaders: string[];
  signature: string;
}

const AUTHORIZATION =
  /^OSS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*(?:AdditionalHeaders=([^,\s]*),\s*)?Signature=([0-9a-f]{64})$/;

function parseCredential(text: string): Pick<SignatureV4, 'accessKeyId' | 'scope'> | undefined {
  const [accessKeyId, date, region, product, request, ...rest] = text.split('/');
  if (!accessKeyId || !date || !region || !product || !request || rest.length > 0) return undefined;
  return { accessKeyId, scope: { date, region, product, request } };
}

const parseAdditionalHeaders = (text: string | undefined) =>
  (text ?? '').split(';').filter((name) => name !== '');

export function parseAuthorizationV4(header: string): SignatureV4 | undefined {
  const [, credential, additional, signature] = AUTHORIZATION.exec(header) ?? [];
  const parsed = credential === undefined ? undefined : parseCredential(credential);
  if (parsed === undefined || signature === undefined) return undefined;
  return { ...parsed, additionalHeaders: parseAdditionalHeaders(additional), signature };
}

export function parsePresignedV4(query: ReadonlyMap<string, string>): SignatureV4 | undefined {
  const parsed = parseCredential(query.get('x-oss-credential') ?? '');
  const signature = query.get('x-oss-signature');
  if (parsed === undefined || signature === undefined || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const additionalHeaders = parseAdditionalHeaders(query.get('x-oss-additional-headers'));
  return { ...parsed, additionalHeaders, signature };
}

/** Parses `yyyymmddThhmmssZ` to milliseconds. */
export function parseV4Date(text: string | undefined): number | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}
