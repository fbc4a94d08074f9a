import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import type { ContractSubject } from './contract-subject.ts';
import { describeFailures } from './failure-contract.ts';
import { FaultProxy } from './fault-proxy.ts';
import { describeLifecycle } from './lifecycle-contract.ts';
import { describeListing } from './list-contract.ts';
import { describeMatching } from './match-contract.ts';
import type { HarnessTraits, ObjectStoreHarness } from './object-store-harness.ts';
import { describePresigning } from './presign-contract.ts';
import { describeReading } from './read-contract.ts';
import { describeWriting } from './write-contract.ts';

/** Tests all promises of the port `ObjectStore` against a real server. `setup` starts or empties a store. */
export function describeObjectStoreContract(
  name: string,
  setup: () => Promise<ObjectStoreHarness>,
  traits: HarnessTraits,
): void {
  describe(`${name} as an ObjectStore`, () => {
    let subject: ContractSubject | undefined;

    beforeAll(async () => {
      const harness = await setup();
      const proxy = await FaultProxy.start(harness.endpoint);
      subject = {
        harness,
        proxy,
        store: harness.store(),
        proxied: harness.store({ endpoint: proxy.endpoint }),
        raw: harness.rawWriter,
      };
    });

    afterAll(async () => {
      await subject?.proxy.close();
      await subject?.harness.close();
    });

    const started = (): ContractSubject => {
      if (subject === undefined) throw new Error('the store under test did not start');
      return subject;
    };

    beforeEach(() => started().proxy.reset());

    describeReading(started, traits);
    describeWriting(started);
    describeMatching(started, traits);
    describeListing(started);
    describePresigning(started);
    describeLifecycle(started, traits);
    describeFailures(started);
  });
}
