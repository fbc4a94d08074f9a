/**
 * Parts of `acs:{service}:{region}:{account}:{relative id}`. The relative id is `bucket` or `bucket/key` for OSS, and a role to
 * assume for RAM. It may contain colons.
 */
interface RamResourceName {
  service: string;
  region: string;
  account: string;
  relativeId: string;
}

const RAM_RESOURCE = /^acs:(oss|ram):([^:]*):([^:]*):(.+)$/s;
const S3_RESOURCE = /^arn:aws:s3:::([^/].*)$/s;

/** Returns `undefined` for a text that names no resource of OSS or RAM. */
export function parseRamResourceName(text: string): RamResourceName | undefined {
  const [, service, region, account, relativeId] = RAM_RESOURCE.exec(text) ?? [];
  if (service === undefined || region === undefined || account === undefined || relativeId === undefined) {
    return undefined;
  }
  return { service, region, account, relativeId };
}

/** Returns the part after `arn:aws:s3:::`, or `undefined`; a leading slash names no bucket. */
export function parseS3ResourceName(text: string): string | undefined {
  return S3_RESOURCE.exec(text)?.[1];
}
