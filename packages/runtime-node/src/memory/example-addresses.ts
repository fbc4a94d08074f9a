/** Settings for a memory on a server of this machine, as messages about missing settings print them. */
export const exampleAddresses = {
  redis: { memory: { redis: { url: 'redis://127.0.0.1:6379' } } },
  pgvector: { memory: { postgres: { url: 'postgres://postgres@127.0.0.1:5432/postgres' } } },
};
