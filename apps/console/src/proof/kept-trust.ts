import type { TrustMemory } from './trust.ts';

const place = 'agent-home-trust';

/** What this browser has pinned; undefined at first use. Whether it is whole is for `establishTrust` to see. */
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

/** Takes the home's word anew at the next visit. Only ever at a person's own wish. */
export function forgetTrust(): void {
  localStorage.removeItem(place);
}
