/** Returns the token of an `Authorization` header; schemes are case-insensitive (RFC 9110, section 11.1). */
export function bearerToken({ authorization }: { authorization?: string | undefined }): string | undefined {
  return /^Bearer +(\S{1,200})$/i.exec(authorization ?? '')?.[1];
}
