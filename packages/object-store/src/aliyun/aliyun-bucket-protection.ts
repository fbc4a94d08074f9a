import type OSS from 'ali-oss';
import type { BucketProtection, OverwriteRule } from '../port/bucket-protection.ts';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { withRetry } from '../transport/retry.ts';
import type { AliyunObjectStoreOptions } from './aliyun-object-store.ts';
import { OssExchange, type RequestOptions } from './oss-exchange.ts';
import {
  isWritable,
  overwriteDocument,
  readableOverwriteRules,
  type WrittenOverwriteRule,
  writtenOverwriteRules,
} from './overwrite-document.ts';

/** Signing and sending of requests for which ali-oss has no method. */
interface RawBucketRequests {
  _bucketRequestParams(
    method: string,
    bucket: string,
    subresource: string,
    options: RequestOptions,
  ): { content?: string; mime?: string; successStatuses?: number[] };
  request(parameters: object): Promise<unknown>;
}

const BLOCKED = /<BlockPublicAccess>\s*true\s*<\/BlockPublicAccess>/;

/** ali-oss supports neither call: the library signs, and this module writes the documents. */
export function createAliyunBucketProtection(options: AliyunObjectStoreOptions): BucketProtection {
  const exchange = new OssExchange(options, options.credentials);
  const { bucket, requestTimeoutMs: timeoutMs = 15_000, retry = {} } = options;
  const ask = async (method: 'GET' | 'PUT', subresource: string, content?: string): Promise<string> => {
    const { response } = await withRetry(retry, ['throttled', 'unavailable'], () =>
      exchange.run({ name: `${method} ${subresource}`, timeoutMs }, (client: OSS, request) => {
        // The library's types omit the general request on which its own methods are based.
        const raw = client as unknown as RawBucketRequests;
        const parameters = raw._bucketRequestParams(method, bucket, subresource, request);
        return raw.request({
          ...parameters,
          successStatuses: [200],
          ...(content === undefined ? {} : { mime: 'xml', content }),
        });
      }),
    );
    return response.data.toString('utf8');
  };
  const written = async (): Promise<WrittenOverwriteRule[]> => {
    try {
      return writtenOverwriteRules(await ask('GET', 'overwriteConfig'));
    } catch (error) {
      // The documentation names the status and no code.
      if (error instanceof ObjectStoreError && error.code === 'not_found') return [];
      throw error;
    }
  };
  return {
    isPublicAccessBlocked: async () => BLOCKED.test(await ask('GET', 'publicAccessBlock')),
    async blockPublicAccess() {
      const block = '<BlockPublicAccess>true</BlockPublicAccess>';
      await ask(
        'PUT',
        'publicAccessBlock',
        `<PublicAccessBlockConfiguration>${block}</PublicAccessBlockConfiguration>`,
      );
    },
    getOverwriteRules: async () => readableOverwriteRules(await written()),
    async putOverwriteRules(rules: OverwriteRule[], ownedPrefix: string) {
      if (!rules.every(isWritable) || !rules.every(({ id }) => id.startsWith(ownedPrefix)))
        throw new ObjectStoreError('invalid_request', 'an overwrite rule is not valid');
      await ask('PUT', 'overwriteConfig', overwriteDocument(await written(), rules, ownedPrefix));
    },
  };
}
