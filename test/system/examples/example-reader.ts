import { connect } from '@agent-home/sdk';
import { SeededRandom } from '../../../examples/published-home/seeded-random.ts';
import { MapStore } from '../../../packages/sdk/src/testing/map-store.ts';
import { startSmallApi } from '../../../packages/sdk/src/testing/small-api.ts';
import { credentialAnswer } from '../../../packages/sdk/src/testing/small-home.ts';
import { type Example, toJson } from './read-example.ts';

/** Returns a reader of an API that grants every request, so each refusal is the reader's own. */
export async function reader(example: Example, agentId: string) {
  const bucket = new MapStore();
  for (const { key, bytes } of example.objects) bucket.objects.set(key, bytes);
  const now = example.asOf.getTime();
  const api = await startSmallApi(({ path, body }) => {
    if (path.startsWith('/v1/verification-failures')) return { status: 202 };
    const { grants } = JSON.parse(body || '{"grants":[]}') as { grants: { type: string }[] };
    const answer = credentialAnswer(grants, now);
    const prefixes = ['agents/', 'platform/', 'topics/', 'circles/', 'tasks/'];
    const opened = prefixes.map((prefix) => ({ prefix, action: 'get' }));
    const credentials = answer.credentials.map((credential) => ({ ...credential, prefixes: opened }));
    return { body: { ...answer, credentials } };
  });
  const failures: unknown[] = [];
  const home = await connect({
    url: api.url,
    rootSet: example.rootSet,
    secretKey: new SeededRandom('whoever looks').named(agentId),
    agentId,
    clock: () => now,
    openStore: () => bucket.asObjectStore(),
    onVerificationFailure: (failure) => failures.push(failure),
  });
  return { home, failures, bucket };
}

export const collectIds = (example: Example, kind: Parameters<Example['of']>[0], name: string) =>
  example.of(kind).map(({ bytes }) => String(toJson(bytes)[name]));
