/** Returns a time zone in which it is around noon, so that no story runs into midnight. */
export function zoneAroundNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  // In these names the sign is inverted: it is added to the local time to get UTC.
  if (ahead === 0) return 'Etc/GMT';
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}

/** Returns the day in that zone, as YYYYMMDD; around noon it is the same calendar day as in UTC. */
export function dayAroundNoon(now: Date): string {
  return now.toISOString().slice(0, 10).replaceAll('-', '');
}
