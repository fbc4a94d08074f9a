import postgres from 'postgres';

export function openClient(
  url: string,
  max: number,
  more: postgres.Options<Record<string, never>> = {},
): postgres.Sql {
  return postgres(url, {
    ...more,
    max,
    onnotice: () => {},
    connection: { application_name: 'agent-home' },
    // The driver's default waits up to 20 s between attempts, and every query waits with it. With this delay, requests are deferred
    // by about a second, and the home recovers as soon as the database does.
    backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, 1),
    // The driver requests array types on every new connection without handling a rejection, so that a broken connection would end
    // the process. drizzle sends arrays as text and needs no array types.
    fetch_types: false,
  });
}
