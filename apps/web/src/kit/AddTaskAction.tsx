import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import ListPlus from 'lucide-react/icons/list-plus';
import { Suspense, use } from 'react';
import { t } from '../locale/text.ts';
import { PartBoundary } from './PartBoundary.tsx';
import { ShellSlots, type TaskSubject } from './ShellSlots.ts';
import { widgetsQuery } from '../api/widgets.queries.ts';

/**
 * An action of an item that adds a task for it. Absent for users without a to-do list; its space is reserved until
 * that is known and its code has loaded.
 */
export function AddTaskAction(subject: TaskSubject) {
  const { AddTask } = use(ShellSlots);
  const { data, isPending } = useQuery(widgetsQuery(false));
  const place = (
    <Button variant="quiet" size="small" isDisabled>
      <ListPlus aria-hidden="true" />
      {t('widgets.addToTasks')}
    </Button>
  );
  if (!AddTask) return null;
  if (isPending) return place;
  if (!data?.widgets.some((widget) => widget.kind === 'Todo')) return null;
  return (
    <PartBoundary name="button for a task">
      <Suspense fallback={place}>
        <AddTask key={subject.itemId} subject={subject} />
      </Suspense>
    </PartBoundary>
  );
}
