import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { classes } from '@portico/ui/classes';
import type { HeadingLevel } from './outline/outline.ts';
import styles from './Disclosure.module.css';

export interface DisclosureProps {
  title: string;
  /** Without a level, the title is not a heading. */
  headingLevel?: HeadingLevel;
  /** Id of the title's element. */
  anchor?: string | undefined;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A title that shows and hides the content below it. Find-in-page reaches hidden content, and it is printed. */
export function Disclosure({
  title,
  headingLevel,
  anchor,
  isOpen,
  onOpenChange,
  className,
  children,
}: DisclosureProps) {
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const Title = headingLevel ? (`h${headingLevel}` as const) : 'p';

  // React supports only true and false for `hidden`.
  useLayoutEffect(() => {
    if (isOpen) panel.current?.removeAttribute('hidden');
    else panel.current?.setAttribute('hidden', 'until-found');
  }, [isOpen]);

  useEffect(() => {
    const element = panel.current;
    const open = () => onOpenChange(true);
    element?.addEventListener('beforematch', open);
    return () => element?.removeEventListener('beforematch', open);
  }, [onOpenChange]);

  return (
    <div className={classes(className)} data-part>
      <Title id={anchor} className={styles.title}>
        <button
          type="button"
          className={styles.button}
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => onOpenChange(!isOpen)}
        >
          <ChevronRight className={styles.mark} aria-hidden="true" />
          <span className={styles.words}>{title}</span>
        </button>
      </Title>
      <div id={panelId} ref={panel} className={styles.panel}>
        <div className={styles.inside}>{children}</div>
      </div>
    </div>
  );
}
