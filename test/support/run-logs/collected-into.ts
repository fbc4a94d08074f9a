/** Names the folder of logs that are audited at the end of a suite; workers of the suite are processes, and inherit it. */
export const collectedInto = 'RUN_LOGS_OF_TESTS';
