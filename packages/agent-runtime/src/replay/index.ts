export { type JudgedDecisions, judgeDecisions } from './judge-decisions.ts';
