import type { StoreDescription } from '@agent-home/platform';

/** The address of an object, or with no key of the bucket, as anybody on the agents' side would ask for it. */
export function publicUrl(store: StoreDescription, key: string): string {
  const { endpoint, bucket } = store;
  if (store.kind === 's3' || store.path_style) return `${endpoint.replace(/\/$/, '')}/${bucket}/${key}`;
  const url = new URL(endpoint);
  return `${url.protocol}//${bucket}.${url.host}/${key}`;
}

/** A request without any credential; reads nothing of the answer but its head. */
export async function askAnonymously(
  url: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; date: Date | undefined }> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(5_000) });
  await response.body?.cancel();
  // A header tells whole seconds: on the average half a one has passed since.
  const date = new Date(Date.parse(response.headers.get('date') ?? '') + 500);
  return { status: response.status, date: Number.isNaN(date.getTime()) ? undefined : date };
}
