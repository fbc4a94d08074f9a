import type { ModeKit } from '../kit.ts';
import { freeformKit } from './freeform.ts';
import { turnQueueKit } from './turn-queue.ts';

/** One kit a mode version. */
export const kits: readonly ModeKit[] = [freeformKit, turnQueueKit];
