import { apiActs } from './api-acts.ts';
import type { Production } from './production.ts';
import { storeActs } from './store-acts.ts';
import { textActs } from './text-acts.ts';
import { timingActs } from './timing-acts.ts';

/** Everything that a hostile resident may think of next. */
export const grammar: readonly Production[] = [...storeActs, ...apiActs, ...textActs, ...timingActs];
