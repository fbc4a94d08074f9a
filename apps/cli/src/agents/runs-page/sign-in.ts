import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const cookieName = 'agent_home_runs';

/** Access of browsers to one server: a link that opens once, and the cookie that it sets. */
export class SignIn {
  /**
   * Folder of the runs page's address. A browser sends a cookie to all ports of a host, so the cookie's path has to be secret: another
   * user's server on this machine cannot make a browser send it.
   */
  readonly folder = newSecret();
  #link = newSecret();
  readonly #sessions: Buffer[] = [];

  /** Path of the link that opens the runs page once. */
  get linkPath(): string {
    return `/open/${this.#link}`;
  }

  /** Uses a link: returns the cookie of the new session, and replaces the link. Undefined for any other text. */
  open(link: string): string | undefined {
    if (!isSame(digest(link), digest(this.#link))) return undefined;
    this.#link = newSecret();
    const session = newSecret();
    this.#sessions.push(digest(session));
    return `${cookieName}=${session}; Path=/${this.folder}/; HttpOnly; SameSite=Strict`;
  }

  /** True for the `Cookie` header of a session of this server. */
  isSignedIn(cookies: string | undefined): boolean {
    return (cookies ?? '')
      .split(';')
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.startsWith(`${cookieName}=`))
      .map((cookie) => digest(cookie.slice(cookieName.length + 1)))
      .some((given) => this.#sessions.some((session) => isSame(given, session)));
  }
}

function newSecret(): string {
  return randomBytes(24).toString('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isSame(one: Buffer, other: Buffer): boolean {
  return timingSafeEqual(one, other);
}
