import type { DeliveredAlert, DeliveredApprovals } from '@agent-home/http-contract';

/** Subject and text of a mail. */
export interface MailText {
  subject: string;
  text: string;
}

/** Home that sends a mail, with the address of its web UI if it is known. */
interface Sender {
  issuer: string;
  pageUrl?: string | undefined;
}

/**
 * Returns a name of an agent's run for a mail: other characters are replaced, because mail programs turn domains and addresses into
 * links.
 */
export function safeName(name: string, longest = 60): string {
  const safe = name.replaceAll(/[^\w-]/g, '_');
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}

/** Returns the address of a page of the web UI; undefined if the home does not know its own. */
export function pageAt({ pageUrl }: Pick<Sender, 'pageUrl'>, path: string): string | undefined {
  return pageUrl === undefined ? undefined : new URL(`.${path}`, `${pageUrl.replace(/\/+$/, '')}/`).href;
}

/** Returns the mail with the code of a mailbox. It has no text that the owner of the rules chose. */
export function codeMail(sender: Sender, code: string): MailText {
  return {
    subject: `[${sender.issuer}] Code for notifications / 通知验证码`,
    text: lines(
      `Code: ${code}`,
      '',
      'A user of this home wants to receive notifications about agents here. Enter the code in the home within 30 minutes.',
      'If that was not you, ignore this mail: without the code nothing more is sent.',
      '',
      '有用户希望在此邮箱接收智能体通知。请在 30 分钟内到家园输入验证码。如非本人操作，请忽略；未经验证不会再发送通知。',
      ...footer(sender),
    ),
  };
}

export function alertMail(sender: Sender, { kind, agent_id, facts, raised_at }: DeliveredAlert): MailText {
  const agent = safeName(agent_id);
  const [subject, english, chinese] = describe(kind, agent, facts);
  return {
    subject: `[${sender.issuer}] ${subject}`,
    text: lines(
      english,
      ...(facts.remedy === undefined ? [] : [`Remedy: ${facts.remedy}`]),
      '',
      chinese,
      '',
      ...link(pageAt(sender, `/agents/${encodeURIComponent(agent_id)}`)),
      `${clock(raised_at)}`,
      ...footer(sender),
    ),
  };
}

function describe(
  kind: DeliveredAlert['kind'],
  agent: string,
  {
    code = 'other',
    failed_runs = 0,
    since,
    last_sign_at,
    day = '',
    tokens = 0,
    cost = 0,
  }: DeliveredAlert['facts'],
): [subject: string, english: string, chinese: string] {
  switch (kind) {
    case 'failing': {
      const at = clock(since);
      return [
        `Agent ${agent} is failing / 智能体 ${agent} 连续失败`,
        `Agent ${agent} is failing: ${failed_runs} runs in a row since ${at}, code ${safeName(code)}.`,
        `智能体 ${agent} 自 ${at} 起连续 ${failed_runs} 次运行失败，代码 ${safeName(code)}。`,
      ];
    }
    case 'silent': {
      const at = clock(last_sign_at);
      return [
        `Agent ${agent} is silent / 智能体 ${agent} 没有动静`,
        `Agent ${agent} has given no sign since ${at}.`,
        `智能体 ${agent} 自 ${at} 起没有动静。`,
      ];
    }
    case 'expensive':
      return [
        `Agent ${agent} is above its limit / 智能体 ${agent} 超出用量`,
        `Agent ${agent} used ${tokens} tokens at a cost of ${cost} on ${day}.`,
        `智能体 ${agent} 在 ${day} 使用了 ${tokens} 个 token，费用 ${cost}。`,
      ];
  }
}

/** Returns a mail about pending calls. It decides nothing: a decision needs a signed-in user, who sees the arguments. */
export function approvalsMail(sender: Sender, { count, approvals, page }: DeliveredApprovals): MailText {
  const more = count - approvals.length;
  return {
    subject: `[${sender.issuer}] ${count} ${count === 1 ? 'call waits' : 'calls wait'} for a decision / ${count} 个调用等待决定`,
    text: lines(
      `Waiting for a decision / 等待决定: ${count}`,
      '',
      ...approvals.map(
        ({ agent_id, tool, risk, expires_at }) =>
          `- ${safeName(agent_id)}: ${tool}, risk ${safeName(risk)}, until ${clock(expires_at)}`,
      ),
      ...(more > 0 ? [`- and ${more} more / 另有 ${more} 个`] : []),
      '',
      'Sign in to the home to read the arguments and decide. A call without a decision is denied.',
      '请登录家园查看参数并作出决定；未作决定的调用视为拒绝。',
      '',
      ...link(page),
      ...footer(sender),
    ),
  };
}

const lines = (...all: string[]) => `${all.join('\n')}\n`;

const link = (page: string | undefined) => (page === undefined ? [] : [page]);

/** Returns a time to the minute in UTC. */
function clock(time: string | undefined): string {
  return time === undefined ? '?' : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function footer({ issuer }: Sender): string[] {
  return [
    '',
    '--',
    `Sent by the home ${issuer} because of alert rules. To end it, change or delete them there.`,
    `由家园 ${issuer} 按告警规则发送；如需停止，请在家园中修改或删除规则。`,
  ];
}
