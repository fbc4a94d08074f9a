/** Every token of one kind, as the stylesheet names it. */
function tokensOf(css: string, kind: RegExp): [name: string, value: string][] {
  const first = css.split(':root[data-theme="dark"]')[0] ?? '';
  return [...first.matchAll(/--([\w-]+):\s*([^;]+);/g)].flatMap(([, name = '', value = '']) =>
    kind.test(name) ? [[name, value.trim()] as [string, string]] : [],
  );
}

export function ScalesShown({ tokens }: { tokens: string }) {
  return (
    <>
      <section className="card stack-tight">
        <h2>Type</h2>
        {tokensOf(tokens, /^text-/).map(([name, value]) => (
          <p key={name} className="style-guide-row">
            <code>
              {name} {value}
            </code>
            <span style={{ fontSize: `var(--${name})`, fontFamily: 'var(--font-serif)' }}>
              A lamp in the window 窗里有灯
            </span>
            <span style={{ fontSize: `var(--${name})` }}>A lamp in the window 窗里有灯</span>
          </p>
        ))}
      </section>
      <section className="card stack-tight">
        <h2>Space, radii, shadows, motion</h2>
        {tokensOf(tokens, /^space-/).map(([name, value]) => (
          <p key={name} className="style-guide-row">
            <code>
              {name} {value}
            </code>
            <span className="style-guide-space" style={{ width: `var(--${name})` }} />
          </p>
        ))}
        <ul className="row">
          {tokensOf(tokens, /^(radius|shadow)/).map(([name]) => (
            <li key={name} className="style-guide-box" style={boxOf(name)}>
              <code>{name}</code>
            </li>
          ))}
          {tokensOf(tokens, /^motion/).map(([name, value]) => (
            <li key={name}>
              <button
                type="button"
                className="button style-guide-motion"
                style={{ transitionDuration: `var(--${name})` }}
              >
                <code>
                  {name} {value}
                </code>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const boxOf = (name: string) =>
  name.startsWith('radius') ? { borderRadius: `var(--${name})` } : { boxShadow: `var(--${name})` };
