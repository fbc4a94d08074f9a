import './pop-menu.css';
import { type ReactNode, useId, useRef, useState } from 'react';

/**
 * Button that opens a popover. The browser closes it on Escape or an outside press and restores the focus; its content is rendered
 * only while it is open.
 */
export function PopMenu({
  label,
  children,
  inside,
  className = 'button button-quiet',
  title,
}: {
  /** Accessible name of the menu. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  inside: (close: () => void) => ReactNode;
  className?: string;
  title?: string;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-expanded={isOpen}
        title={title}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="pop-menu"
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setOpen(true);
        }}
        onToggle={(event) => {
          if (event.newState === 'open') placeAt(menu.current, button.current);
          else setOpen(false);
        }}
      >
        {isOpen ? inside(close) : null}
      </div>
    </>
  );
}

const edge = 8;

/**
 * Places a menu below its button, aligned with the button's end or start and within the window; above it if there is no space
 * below.
 */
export function placeAt(
  menu: HTMLElement | null,
  button: HTMLElement | null,
  edgeOf: 'start' | 'end' = 'end',
): void {
  if (!menu || !button) return;
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + height + edge <= innerHeight ? below : Math.max(edge, at.top - height - 4);
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.min(Math.max(edge, edgeOf === 'end' ? at.right - width : at.left), innerWidth - width - edge)}px`;
}
