import { createMailer } from '@agent-home/platform';
import { type DoctorCheck, failed, ok, skipped } from './check.ts';

export const mailCheck: DoctorCheck = {
  name: 'mail',
  timeoutMs: 30_000,
  async run({ settings: { mail } }) {
    if (!mail) return skipped('no mail server is configured');
    const { protocol, host } = new URL(mail.url);
    const place = `${protocol}//${host}`;
    const failure = await createMailer(mail).verify();
    if (failure === undefined) return ok(`${place} accepts the login`);
    return failed(
      `${place}: ${failure}`,
      'check AGENT_HOME_SMTP_URL: host, port, user, password, and smtps or STARTTLS with a valid certificate',
    );
  },
};
