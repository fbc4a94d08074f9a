import { describe, expect, it } from 'vitest';
import type { LifecycleRule } from '../port/object-store.ts';
import type { ContractSubject } from './contract-subject.ts';
import { expectError } from './expect-error.ts';
import type { HarnessTraits } from './object-store-harness.ts';

const HEARTBEATS: LifecycleRule = { id: 'home-heartbeats', prefix: 'agents/heartbeats/', days: 2 };
const REQUESTS: LifecycleRule = { id: 'home-requests', prefix: 'circles/', days: 30 };
const byId = (rules: LifecycleRule[]) => rules.toSorted((one, other) => one.id.localeCompare(other.id));

export function describeLifecycle(subject: () => ContractSubject, traits: HarnessTraits): void {
  // The bucket has one configuration, so these tests build on each other, in order.
  describe('the lifecycle', () => {
    itKeepsItsRules(subject, traits);
    itChangesNothingElse(subject);
  });
}

function itKeepsItsRules(subject: () => ContractSubject, { uploadRules }: HarnessTraits): void {
  it('is empty at first', async () => {
    expect(await subject().store.getLifecycle()).toEqual([]);
  });

  it('keeps the rules that are put, and replaces those named again', async () => {
    const { store } = subject();
    await store.putLifecycle([HEARTBEATS, REQUESTS]);
    expect(byId(await store.getLifecycle())).toEqual([HEARTBEATS, REQUESTS]);
    await store.putLifecycle([{ ...REQUESTS, days: 7 }]);
    expect(byId(await store.getLifecycle())).toEqual([HEARTBEATS, { ...REQUESTS, days: 7 }]);
  });

  it('leaves rules of others as they are, and does not pretend to read them', async () => {
    const { store, raw } = subject();
    await raw.foreignLifecycleRule('foreign');
    const before = await raw.readLifecycleRule('foreign');
    await store.putLifecycle([HEARTBEATS, REQUESTS]);
    await store.putLifecycle([HEARTBEATS, REQUESTS]);
    expect(before).toBeDefined();
    expect(await raw.readLifecycleRule('foreign')).toEqual(before);
    expect(byId(await store.getLifecycle())).toEqual([HEARTBEATS, REQUESTS]);
  });

  it('drops rules of ours that are no longer named, and nobody else’s', async () => {
    const { store, raw } = subject();
    const foreign = await raw.readLifecycleRule('foreign');
    await store.putLifecycle([HEARTBEATS], { ownedPrefix: 'home-' });
    expect(await store.getLifecycle()).toEqual([HEARTBEATS]);
    expect(await raw.readLifecycleRule('foreign')).toEqual(foreign);
  });

  it(uploadRules ? 'aborts unfinished uploads' : 'refuses a rule for unfinished uploads', async () => {
    const { store } = subject();
    const both = { ...REQUESTS, abortUploadsDays: 3 };
    const uploads = { id: 'home-uploads', prefix: 'tasks/', abortUploadsDays: 1 };
    if (!uploadRules) return expectError(store.putLifecycle([HEARTBEATS, uploads]), 'invalid_request');
    await store.putLifecycle([HEARTBEATS, both, uploads], { ownedPrefix: 'home-' });
    expect(byId(await store.getLifecycle())).toEqual([HEARTBEATS, both, uploads]);
    return store.putLifecycle([HEARTBEATS], { ownedPrefix: 'home-' });
  });
}

function itChangesNothingElse(subject: () => ContractSubject): void {
  it('does not change what it is given', async () => {
    const rules = Object.freeze([Object.freeze({ ...HEARTBEATS })]);
    await subject().store.putLifecycle([...rules]);
    expect(rules).toEqual([HEARTBEATS]);
  });

  it('stays as it is when no rule is named', async () => {
    const { store } = subject();
    const before = await store.getLifecycle();
    await store.putLifecycle([]);
    expect(await store.getLifecycle()).toEqual(before);
  });

  it.each<[label: string, rules: LifecycleRule[]]>([
    ['an empty prefix, which is the whole bucket', [{ ...HEARTBEATS, prefix: '' }]],
    ['markup in the prefix', [{ ...HEARTBEATS, prefix: 'a/</Prefix>' }]],
    ['an empty id', [{ ...HEARTBEATS, id: '' }]],
    ['no days', [{ ...HEARTBEATS, days: 0 }]],
    ['half a day', [{ ...HEARTBEATS, days: 0.5 }]],
    ['no period at all', [{ id: 'home-x', prefix: 'x/' }]],
    ['the same id twice', [HEARTBEATS, HEARTBEATS]],
  ])('refuses %s', async (_label, rules) => {
    const { proxied, proxy } = subject();
    await expectError(proxied.putLifecycle(rules), 'invalid_request');
    expect(proxy.requests).toBe(0);
  });
}
