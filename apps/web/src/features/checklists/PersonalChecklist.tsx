import { ApiError } from '@portico/client/ApiError';
import { ChecklistFrame } from '@portico/kinds/page/ChecklistFrame';
import { ReadableChecklist } from '@portico/kinds/page/ReadableChecklist';
import { InlineView } from '@portico/kinds/page/RichTextView';
import type { ComponentOf } from '@portico/kinds/content';
import { Button } from '@portico/ui/Button';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';
import { marksQuery, useMark } from './checklists.queries.ts';
import styles from './PersonalChecklist.module.css';

/**
 * A checklist with the reader's own marks. Where the server stores none, such as for a draft, it is read-only. Nothing
 * can be checked until the marks have loaded, so that none is overwritten unseen.
 */
export function PersonalChecklist({
  component,
  headingLevel,
}: {
  component: ComponentOf<'Checklist'>;
  headingLevel: number;
}) {
  const { id: componentId, items } = component;
  const cache = useQueryClient();
  const { data, isError, error, refetch, isFetching } = useQuery(marksQuery(componentId));
  const mark = useMark(componentId);
  const id = useId();
  useEffect(
    () =>
      onTopic('checklists', () => {
        const { queryKey } = marksQuery(componentId);
        if (cache.isMutating({ mutationKey: queryKey }) === 0) void cache.invalidateQueries({ queryKey });
      }),
    [cache, componentId],
  );

  if (error instanceof ApiError && error.status === 404)
    return <ReadableChecklist component={component} headingLevel={headingLevel} />;
  const isChecked = (itemId: string) => data?.marks[itemId] === 'Checked';
  const done = items.filter((item) => isChecked(item.id)).length;
  const valueLabel = t('widgets.progress', { done, total: items.length });
  const progress =
    isError && !data ? (
      <p role="alert" className={styles.trouble}>
        {t('widgets.marksNotLoaded')}
        <Button size="small" pending={isFetching} onPress={() => void refetch()}>
          {t('widgets.tryAgain')}
        </Button>
      </p>
    ) : (
      <div className={styles.progress} aria-busy={!data}>
        <p className={styles.words}>{data ? valueLabel : t('widgets.marksLoading')}</p>
        <ProgressBar
          label={t('widgets.progressOf', { title: component.title ?? t('widgets.checklist') })}
          value={done}
          max={items.length}
          valueLabel={valueLabel}
          hasVisibleText={false}
        />
      </div>
    );
  return (
    <ChecklistFrame component={component} headingLevel={headingLevel} progress={progress}>
      {items.map((item, position) => (
        <li key={position} className={styles.item}>
          <label className={styles.label} data-checked={isChecked(item.id) || undefined}>
            <input
              type="checkbox"
              className={styles.box}
              checked={isChecked(item.id)}
              disabled={!data}
              aria-labelledby={`${id}${position}`}
              onChange={(event) =>
                mark.mutate({ itemId: item.id, status: event.target.checked ? 'Checked' : 'Unchecked' })
              }
            />
            <span id={`${id}${position}`} dir="auto">
              <InlineView text={item.content} />
            </span>
          </label>
        </li>
      ))}
    </ChecklistFrame>
  );
}
