import { sendRaw } from './raw-request.ts';
import { signedRequest } from './sign-raw-request.ts';
import { ADMIN, type TestEmulator } from './start-test-emulator.ts';

export const read = (
  emulator: TestEmulator,
  method: string,
  key: string,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) => sendRaw(emulator.ossEndpoint, signedRequest({ method, key, headers, query }, ADMIN));
