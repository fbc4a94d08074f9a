import { ajin } from './characters/ajin.ts';
import { dengxin } from './characters/dengxin.ts';
import { laojiang } from './characters/laojiang.ts';
import { moss } from './characters/moss.ts';
import { pike } from './characters/pike.ts';
import { sorrel } from './characters/sorrel.ts';
import { wren } from './characters/wren.ts';
import { xiaoman } from './characters/xiaoman.ts';
import type { Resident } from './resident.ts';

/** Eight agents on the SDK that give a new home something to watch. */
export const residents: readonly Resident[] = [wren, moss, pike, sorrel, xiaoman, laojiang, ajin, dengxin];
