import type { WidgetKind } from '@portico/kinds/items/home/schemas';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import styles from './WidgetView.module.css';

const views: Record<WidgetKind, ComponentType> = {
  EventsCalendar: lazyInBackground(() =>
    import('../events/calendar/EventsCalendarWidget.tsx').then((module) => ({ default: module.EventsCalendarWidget })),
  ),
  Todo: lazyInBackground(() =>
    import('../todo/widget/TodoWidget.tsx').then((module) => ({ default: module.TodoWidget })),
  ),
};

/** A widget's content. Loads its code when first shown, again and again if that fails, and contains its errors. */
export function WidgetView({ kind }: { kind: WidgetKind }) {
  const View = views[kind];
  return (
    <WidgetBoundary>
      <Suspense
        fallback={
          <SkeletonGroup className={styles.wait}>
            <Skeleton shape="box" height="100%" />
          </SkeletonGroup>
        }
      >
        <View />
      </Suspense>
    </WidgetBoundary>
  );
}

class WidgetBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <ErrorState
        size="compact"
        headingLevel={3}
        title={t('widgets.notLoaded')}
        onRetry={() => this.setState({ hasFailed: false })}
      />
    );
  }
}
