import type { TaskSource } from '@portico/contracts/todo';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import lists from '../list/TaskList.module.css';

/** Leads to where a task came from; of a task that is called as its item is, it says what kind that is. */
export function SourceLink({ title, source }: { title: string; source: TaskSource }) {
  const isSameWords = source.title.startsWith(title.replace(/…$/, ''));
  const words = isSameWords ? kindOf(source.path) : t('widgets.from', { source: source.title });
  return (
    <PortalLink
      href={source.path}
      className={lists.source}
      aria-label={isSameWords ? t('widgets.sourceOf', { source: words, title }) : undefined}
    >
      {words}
    </PortalLink>
  );
}

function kindOf(path: string): string {
  if (path.startsWith('/news/')) return t('widgets.seeNews');
  if (path.startsWith('/events/')) return t('widgets.seeEvent');
  return path.startsWith('/resources/') ? t('widgets.seeResource') : t('widgets.seePage');
}
