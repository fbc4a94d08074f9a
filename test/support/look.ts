import type { TestHome } from './start-home.ts';

/** Token of the viewer; undefined for an anonymous one. */
type Looker = string | undefined;

/** Returns the response of the projection to this viewer. */
export async function look(
  home: Pick<TestHome, 'url'>,
  path: string,
  token?: Looker,
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${home.url}/v1/public/${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Reads a response as JSON; throws unless the request succeeds. */
export async function see<Answer>(
  home: Pick<TestHome, 'url'>,
  path: string,
  token?: Looker,
): Promise<Answer> {
  const { status, text } = await look(home, path, token);
  if (status !== 200) throw new Error(`${path} answered ${status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** Creates an owner, and returns one of its tokens. */
export async function newOwner(home: TestHome, ownerId: string): Promise<string> {
  await home.admin('POST', '/v1/admin/owners', { owner_id: ownerId, name: ownerId });
  const asked = { role: 'owner', owner_id: ownerId, label: `of ${ownerId}` };
  return String((await home.admin('POST', '/v1/admin/tokens', asked)).token);
}
