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
    // The driver would wait up to 20 s between attempts, and every query with it: a request is told to come back
    // within about a second, and the home is there again as soon as the database is.
    backoff: (attempts: number) => Math.min(0.05 * 2 ** attempts, 1),
    // The driver asks for array types on every new connection and waits for nobody's promise: a connection that
    // breaks meanwhile would end the process. drizzle writes and reads arrays as text and needs none of it.
    fetch_types: false,
  });
}
