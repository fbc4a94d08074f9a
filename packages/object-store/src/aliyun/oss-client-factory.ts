import OSS from 'ali-oss';
import type { StoreCredentials } from '../port/store-credentials.ts';
import type { BoundedTransport } from './bounded-transport.ts';

export interface OssClientSettings {
  /** URL with its scheme: `https://oss-cn-hangzhou.aliyuncs.com`. */
  endpoint: string;
  /** Region in the signature: `cn-hangzhou`. */
  region: string;
  bucket: string;
  /** Uses `/bucket/key` instead of `bucket.host/key`, for emulators and fixed host names. */
  pathStyle?: boolean;
}

/** Creates a client only when the credentials have changed since the last request. */
export class OssClientFactory {
  readonly #settings: OssClientSettings;
  readonly #transport: BoundedTransport;
  #last: { credentials: StoreCredentials; client: OSS } | undefined;

  constructor(settings: OssClientSettings, transport: BoundedTransport) {
    this.#settings = settings;
    this.#transport = transport;
  }

  clientFor(credentials: StoreCredentials): OSS {
    if (this.#last !== undefined && isSameKey(this.#last.credentials, credentials)) return this.#last.client;
    const client = this.#create(credentials);
    this.#last = { credentials: { ...credentials }, client };
    return client;
  }

  #create(credentials: StoreCredentials): OSS {
    const { endpoint, region, bucket, pathStyle } = this.#settings;
    // `urllib` and `sldEnable` are options of the library that its types do not know.
    const options: OSS.Options & { urllib: BoundedTransport; sldEnable: boolean } = {
      endpoint,
      region,
      bucket,
      accessKeyId: credentials.accessKeyId,
      accessKeySecret: credentials.accessKeySecret,
      stsToken: credentials.securityToken,
      // V1 signs neither the prefix of a listing nor its version.
      authorizationV4: true,
      sldEnable: pathStyle ?? false,
      urllib: this.#transport,
      // Without a callback it refreshes nothing; a set interval suppresses a warning on the console.
      refreshSTSTokenInterval: 1,
    };
    return new OSS(options);
  }
}

function isSameKey(one: StoreCredentials, other: StoreCredentials): boolean {
  return (
    one.accessKeyId === other.accessKeyId &&
    one.accessKeySecret === other.accessKeySecret &&
    one.securityToken === other.securityToken
  );
}
