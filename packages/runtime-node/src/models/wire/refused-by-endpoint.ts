import { APICallError } from '@ai-sdk/provider';

/** Returns the error of an endpoint that refused a request, as an adapter without the SDK learned of it. */
export function refusedByEndpoint(given: {
  url: string;
  status: number;
  message: string;
  retryAfter?: string | undefined;
}): Error {
  const { url, status, message, retryAfter } = given;
  return new APICallError({
    message,
    url,
    requestBodyValues: {},
    statusCode: status,
    responseHeaders: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    responseBody: JSON.stringify({ error: { message } }),
  });
}
