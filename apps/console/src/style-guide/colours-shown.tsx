import { colourPairs, neededRatio } from '../styles/colour-pairs.ts';
import { coloursOf, contrastRatio, type Theme } from '../styles/contrast.ts';

/** Every pair that may be used, with its contrast in both themes. */
export function ColoursShown({ tokens }: { tokens: string }) {
  const colours = coloursOf(tokens);
  const themes: Theme[] = ['light', 'dark'];
  return (
    <section className="card stack-tight">
      <h2>Colours</h2>
      <div className="style-guide-columns">
        {themes.map((theme) => (
          <table key={theme}>
            <caption>{theme}</caption>
            <thead>
              <tr>
                <th scope="col">Pair</th>
                <th scope="col">Contrast</th>
                <th scope="col">Needed</th>
              </tr>
            </thead>
            <tbody>
              {colourPairs.flatMap(({ colour, on, use }) =>
                on.map((ground) => {
                  const [one = '', other = ''] = [colours[theme].get(colour), colours[theme].get(ground)];
                  return (
                    <tr key={`${colour}-${ground}`}>
                      <td
                        style={{ color: use === 'text' ? one : colours[theme].get('ink'), background: other }}
                      >
                        {use === 'shape' ? (
                          <span className="style-guide-shape" style={{ background: one }} />
                        ) : null}
                        {colour} on {ground}
                      </td>
                      <td className="clock">{contrastRatio(one, other).toFixed(2)}</td>
                      <td className="clock">
                        {neededRatio[use]} ({use})
                      </td>
                    </tr>
                  );
                }),
              )}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
}
