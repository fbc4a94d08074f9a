import type { CheckContext, DoctorCheck, DoctorFinding } from './checks/check.ts';

export interface DoctorResult {
  name: string;
  finding: DoctorFinding;
  milliseconds: number;
}

const defaultTimeoutMs = 10_000;

/**
 * Runs the checks one after the other, so that they do not affect each other's timing. Each has a timeout, and a thrown error
 * counts as a failure.
 */
export async function examineHome(
  checks: readonly DoctorCheck[],
  context: CheckContext,
  report: (result: DoctorResult) => void,
): Promise<DoctorResult[]> {
  const hide = hiding(collectSecrets(context));
  const results: DoctorResult[] = [];
  for (const check of checks) {
    const startedAt = performance.now();
    const finding = hide(await bounded(check, context));
    const result = { name: check.name, finding, milliseconds: Math.round(performance.now() - startedAt) };
    results.push(result);
    report(result);
  }
  return results;
}

async function bounded(check: DoctorCheck, context: CheckContext): Promise<DoctorFinding> {
  const { timeoutMs = defaultTimeoutMs } = check;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DoctorFinding>((resolve) => {
    timer = setTimeout(() => {
      const seen = `no response within ${timeoutMs / 1000} s`;
      resolve({
        status: 'failed',
        seen,
        todo: 'check whether the service runs and is reachable from this machine',
      });
    }, timeoutMs);
  });
  try {
    return await Promise.race([check.run(context).catch(unexpected), late]);
  } finally {
    clearTimeout(timer);
  }
}

function unexpected(error: unknown): DoctorFinding {
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  const inner = (cause as { code?: unknown } | undefined)?.code;
  const name = [code, inner].find((one) => typeof one === 'string');
  // The error of a failed statement quotes it with its parameters, so only the first line is shown.
  const [text = ''] = String(message).split('\n');
  const seen = `${text.slice(0, 200)}${name === undefined ? '' : ` [${String(name)}]`}`;
  return {
    status: 'failed',
    seen,
    todo: 'check whether the service runs, and its configuration',
  };
}

/** Returns the secrets that are redacted from all findings. */
function collectSecrets({ settings }: CheckContext): string[] {
  const urls = [settings.databaseUrl, settings.queueUrl, ...(settings.mail ? [settings.mail.url] : [])];
  const passwords = urls.flatMap((url) => {
    const { password } = new URL(url);
    return [password, decodeURIComponent(password)];
  });
  return [settings.platformKey.accessKeySecret, ...settings.eventTokens, ...passwords].filter(
    (secret) => secret.length >= 4,
  );
}

function hiding(secrets: string[]): (finding: DoctorFinding) => DoctorFinding {
  const hide = (text: string) =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, '[secret]'), text);
  return (finding) =>
    'todo' in finding
      ? { ...finding, seen: hide(finding.seen), todo: hide(finding.todo) }
      : { ...finding, seen: hide(finding.seen) };
}
