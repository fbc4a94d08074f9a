/** Variable with the folder of logs that are audited at the end of a suite; the suite's worker processes inherit it. */
export const collectedInto = 'RUN_LOGS_OF_TESTS';
