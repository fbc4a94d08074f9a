import { createInterface } from 'node:readline';
import { protocolVersion, type ToDriver, toProgramSchema } from '../wire.ts';
import { loadTemplate } from './load-template.ts';
import { Threads } from './threads.ts';

// The template's output is no message: it must not be read as one.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const send = (message: ToDriver) => void write(`${JSON.stringify(message)}\n`);

const [template] = process.argv.slice(1);
const threads = new Threads(loadTemplate(template), send);

createInterface({ input: process.stdin })
  .on('line', (line) => threads.accept(toProgramSchema.parse(JSON.parse(line))))
  // The driver has ended.
  .on('close', () => process.exit(0));
send({ type: 'ready', protocol: protocolVersion });
