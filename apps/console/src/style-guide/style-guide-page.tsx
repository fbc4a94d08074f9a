import { usePageTitle } from '../layout/page-title.ts';
import tokens from '../styles/tokens.css?raw';
import { ColoursShown } from './colours-shown.tsx';
import { ComponentsShown } from './components-shown.tsx';
import { ScalesShown } from './scales-shown.tsx';
import './style-guide.css';

/**
 * `/style-guide`, in a development build only: what the page is made of, read from the stylesheet itself, so that it
 * cannot say anything else. In English alone, for whoever works on it.
 */
export default function StyleGuidePage() {
  usePageTitle('Style guide');
  return (
    <div className="stack style-guide">
      <div className="stack-tight">
        <h1>Style guide</h1>
        <p className="soft">
          A house with lights on: quiet, literate, precise. Light and dark are chosen in the menu above.
        </p>
      </div>
      <ScalesShown tokens={tokens} />
      <ColoursShown tokens={tokens} />
      <ComponentsShown />
    </div>
  );
}
