import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import ListPlus from 'lucide-react/icons/list-plus';
import { lazy, Suspense } from 'react';
import { widgetsQuery } from '../../api/widgets.queries.ts';
import { PartBoundary } from '../../kit/PartBoundary.tsx';
import type { PageItem } from '../../kit/ShellSlots.ts';
import { t } from '../../locale/text.ts';

const AddTaskButton = lazy(() => import('./AddTaskButton.tsx').then((module) => ({ default: module.AddTaskButton })));

/**
 * Adds an item to the reader's tasks. Hidden for readers without a to-do list; its space is reserved until that is
 * known and its code has loaded.
 */
export function AddTaskAction({ item }: { item: PageItem }) {
  const { data, isPending } = useQuery(widgetsQuery(false));
  const reserved = (
    <Button variant="quiet" size="small" isDisabled>
      <ListPlus aria-hidden="true" />
      {t('widgets.addToTasks')}
    </Button>
  );
  if (isPending) return reserved;
  if (!data?.widgets.some((widget) => widget.kind === 'Todo')) return null;
  return (
    <PartBoundary name="button for a task">
      <Suspense fallback={reserved}>
        <AddTaskButton key={item.itemId} item={item} />
      </Suspense>
    </PartBoundary>
  );
}
