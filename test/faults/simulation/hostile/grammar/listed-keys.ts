import { z } from 'zod';
import type { Hand } from '../hand.ts';
import { places } from '../places.ts';

const listedSchema = z.object({
  artifacts: z.array(z.object({ object_key: z.string(), refusal: z.string().optional() })),
});

/** Returns keys that the home lists in the bazaar, preferably those with unusable names. */
export async function keysListed(hand: Hand, which: number[]): Promise<string[]> {
  const path = `/v1/tasks/${places.bazaar}/artifacts?limit=200`;
  const { status, body } = await hand.api({ as: 'agent', method: 'GET', path });
  const listed = status === 200 ? listedSchema.parse(JSON.parse(body.toString())).artifacts : [];
  const unusable = listed.filter(({ refusal }) => refusal === 'unusable_key');
  const offered = unusable.length > 0 ? unusable : listed;
  return which.map((one) => offered[Math.floor(one * offered.length)]?.object_key ?? `${hand.folder}none`);
}
