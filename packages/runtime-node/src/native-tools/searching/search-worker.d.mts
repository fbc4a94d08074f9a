/** Address of this module, which is started as a worker. */
export const searchWorker: string;
