import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import ListPlus from 'lucide-react/icons/list-plus';
import { Suspense, use } from 'react';
import { t } from '../locale/text.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { ShellParts, type TaskSubject } from './ShellParts.ts';
import { widgetsQuery } from './widgets.queries.ts';

/** Among the actions of an item: a task for it. Absent where people have no to-do list; its place is kept while its code is on the way. */
export function AddTaskAction(subject: TaskSubject) {
  const { AddTask } = use(ShellParts);
  const { data } = useQuery(widgetsQuery(false));
  if (!AddTask || data?.widgets.some((widget) => widget.kind === 'Todo') === false) return null;
  return (
    <PartBoundary name="button for a task">
      <Suspense fallback={<Button variant="quiet" size="small" isDisabled><ListPlus aria-hidden="true" />{t('widgets.addToTasks')}</Button>}>
        <AddTask key={subject.itemId} subject={subject} />
      </Suspense>
    </PartBoundary>
  );
}
