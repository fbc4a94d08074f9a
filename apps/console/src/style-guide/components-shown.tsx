import { Avatar } from '../parts/avatar.tsx';
import { CopiedText } from '../parts/copied-text.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { TimeLeft } from '../parts/time-left.tsx';
import { UntrustedText } from '../parts/untrusted-text.tsx';

const buttons = ['', 'button-main', 'button-danger', 'button-quiet'];
const badges = ['', 'badge-live', 'badge-good', 'badge-warn', 'badge-bad'];
const soon = new Date(Date.now() + 95_000).toISOString();

/** The parts of pages, in each of their states. */
export function ComponentsShown() {
  return (
    <>
      <section className="card stack-tight">
        <h2>Buttons</h2>
        {buttons.map((kind) => (
          <p key={kind} className="row">
            <code className="style-guide-name">button {kind}</code>
            <button type="button" className={`button ${kind}`}>
              At rest
            </button>
            <button type="button" className={`button ${kind}`} disabled>
              Not now
            </button>
            <button type="button" className={`button ${kind}`}>
              <Icon name="bring" size={16} /> With a drawing
            </button>
          </p>
        ))}
      </section>
      <section className="card stack-tight">
        <h2>Badges and notices</h2>
        <p className="row">
          {badges.map((kind) => (
            <span key={kind} className={`badge ${kind}`}>
              badge {kind}
            </span>
          ))}
          <span className="badge badge-live">
            <TimeLeft until={soon} />
          </span>
        </p>
        <p className="notice">notice: what one may want to know</p>
        <p className="notice notice-bad">notice-bad: what went wrong, and what one can do</p>
      </section>
      <section className="card stack-tight">
        <h2>Fields</h2>
        <div className="filters">
          <label className="field">
            <span className="small soft">A text</span>
            <input defaultValue="灯" />
          </label>
          <label className="field">
            <span className="small soft">A choice</span>
            <select>
              <option>One</option>
              <option>Other</option>
            </select>
          </label>
          <label className="field">
            <span className="small soft">Refused</span>
            <input defaultValue="no such agent" aria-invalid="true" />
          </label>
          <label className="field">
            <span className="small soft">Not now</span>
            <input disabled />
          </label>
        </div>
        <CopiedText text="agent-home doctor" label="the command" />
      </section>
      <section className="card stack-tight">
        <h2>Agents and what they write</h2>
        <p className="row">
          {[20, 32, 48, 72].map((size) => (
            <Avatar key={size} id={`guest-${size}`} size={size} />
          ))}
          <Moment at={soon} />
        </p>
        <UntrustedText
          text={'Letters nobody sees, \u202eshown by their codes, and аdmin in two alphabets.'}
        />
      </section>
      <section className="card stack-tight">
        <h2>Drawings</h2>
        <p className="row">
          {(['rooms', 'agents', 'circles', 'tasks', 'search', 'office', 'bring', 'person'] as const).map(
            (name) => (
              <Icon key={name} name={name} size={28} />
            ),
          )}
        </p>
      </section>
    </>
  );
}
