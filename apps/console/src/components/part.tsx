import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';
import { useTranslation } from 'react-i18next';

/** Raised if the code or the texts of a part could not be loaded, after a lost connection or a newer release. */
class PartNotLoaded extends Error {
  override name = 'PartNotLoaded';
}

/** Returns a component whose code is loaded when it is first rendered. Render it inside {@link Part}. */
export function lazyPart<Properties>(
  load: () => Promise<{ default: ComponentType<Properties> }>,
): LazyExoticComponent<ComponentType<Properties>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PartNotLoaded('a part of the page was not loaded', { cause });
    }
  });
}

interface PartProps {
  children: ReactNode;
  /** Shown while the code is loading. */
  fallback?: ReactNode;
  /**
   * Address, if the part fills all of `main`. A failure ends with the next address, and what was not loaded is loaded again once,
   * as by a link.
   */
  page?: string;
}

/** Part of a page that is loaded separately. If it fails, a notice takes its place and everything else stays. */
export function Part({ children, fallback = null, page }: PartProps) {
  return (
    <PartBoundary page={page}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PartBoundary>
  );
}

class PartBoundary extends Component<
  { page: string | undefined; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof PartNotLoaded && this.props.page !== undefined && mayReload()) location.reload();
  }

  override componentDidUpdate(before: { page: string | undefined }) {
    if (before.page !== this.props.page && this.state.hasFailed) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? <PartFailed /> : this.props.children;
  }
}

function PartFailed() {
  const { t } = useTranslation();
  return (
    <div role="alert" className="notice notice-bad row spread">
      <span>{t('part.failed')}</span>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('part.reload')}
      </button>
    </div>
  );
}

const place = 'agent-home-reloaded';

/**
 * True if this tab was not reloaded within the last minute, so that a lasting failure is shown and not repeated. Without a network
 * a reload would only replace the web UI by the browser's own error.
 */
function mayReload(): boolean {
  if (!navigator.onLine) return false;
  const last = Number(sessionStorage.getItem(place) ?? 0);
  if (Date.now() - last < 60_000) return false;
  sessionStorage.setItem(place, String(Date.now()));
  return true;
}
