import type { TrustMemory } from './trust.ts';

const place = 'agent-home-trust';

/** Returns this browser's trust memory; undefined at first use. `establishTrust` validates it. */
export function loadTrustMemory(): unknown {
  const text = localStorage.getItem(place);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function saveTrustMemory(memory: TrustMemory): void {
  localStorage.setItem(place, JSON.stringify(memory));
}

/** Trusts the home's root again at the next visit. Only at the user's own request. */
export function forgetTrust(): void {
  localStorage.removeItem(place);
}
