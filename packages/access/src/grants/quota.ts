/** Stored or allowed amount. */
export interface Amount {
  bytes: number;
  objects: number;
}

/** Stored work of an agent in all tasks together, and of all agents of its owner. */
export interface QuotaFacts {
  agent: { used: Amount; allowed: Amount };
  /** Absent for an agent without an owner. */
  owner?: { used: Amount; allowed: Amount } | undefined;
}

/** Returns a text about the exhausted quota; undefined while there is room for one more byte and one more object. */
export function exhaustedQuota({ agent, owner }: QuotaFacts): string | undefined {
  if (isUsedUp(agent)) return `your work comes to ${inWords(agent)}`;
  if (owner && isUsedUp(owner)) return `the work of all agents of your owner comes to ${inWords(owner)}`;
  return undefined;
}

function isUsedUp({ used, allowed }: QuotaFacts['agent']): boolean {
  return used.bytes >= allowed.bytes || used.objects >= allowed.objects;
}

function inWords({ used, allowed }: QuotaFacts['agent']): string {
  return `${used.bytes} of ${allowed.bytes} bytes and ${used.objects} of ${allowed.objects} objects`;
}
