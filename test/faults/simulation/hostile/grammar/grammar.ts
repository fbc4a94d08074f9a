import { apiActs } from './api-acts.ts';
import { askingActs } from './asking-acts.ts';
import { cardActs } from './card-acts.ts';
import { doorActs } from './door-acts.ts';
import type { Production } from './production.ts';
import { reachingActs } from './reaching-acts.ts';
import { storeActs } from './store-acts.ts';
import { textActs } from './text-acts.ts';
import { timingActs } from './timing-acts.ts';
import { urlActs } from './url-acts.ts';
import { visitingActs } from './visiting-acts.ts';

/** Every act of the hostile resident. */
export const grammar: readonly Production[] = [
  ...storeActs,
  ...reachingActs,
  ...apiActs,
  ...visitingActs,
  ...cardActs,
  ...askingActs,
  ...textActs,
  ...timingActs,
  ...urlActs,
  ...doorActs,
];
