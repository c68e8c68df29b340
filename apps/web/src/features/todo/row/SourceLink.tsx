import type { TaskSource } from '@portico/contracts/todo';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import lists from './TaskList.module.css';

/**
 * Links to the item a task came from. If the titles match, the link names the kind of item instead of repeating the
 * title.
 */
export function SourceLink({ title, source }: { title: string; source: TaskSource }) {
  const hasSameTitle = source.title.startsWith(title.replace(/…$/, ''));
  const label = hasSameTitle ? kindLabel(source.path) : t('widgets.from', { source: source.title });
  return (
    <PortalLink
      href={source.path}
      className={lists.source}
      aria-label={hasSameTitle ? t('widgets.sourceOf', { source: label, title }) : undefined}
    >
      {label}
    </PortalLink>
  );
}

function kindLabel(path: string): string {
  if (path.startsWith('/news/')) return t('widgets.seeNews');
  if (path.startsWith('/events/')) return t('widgets.seeEvent');
  return path.startsWith('/resources/') ? t('widgets.seeResource') : t('widgets.seePage');
}
