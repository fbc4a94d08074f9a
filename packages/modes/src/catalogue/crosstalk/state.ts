import { type DuoState, duoStateSchema } from '../../shared/duo/stage.ts';

export const stateSchema = duoStateSchema;
export type State = DuoState;
