import { createMailer } from '@agent-home/platform';

/** Process that sends a mail to each server of its arguments, for tests whose certificates only another process trusts. */
const mail = { id: 'alert_1', to: 'ada@example.org', subject: 'Agent wren is failing', text: 'Now.\n' };
const results: string[] = [];
for (const url of process.argv.slice(2))
  results.push((await createMailer({ url, from: 'home@home.example' }).send(mail)) ?? 'sent');
console.log(JSON.stringify(results));
