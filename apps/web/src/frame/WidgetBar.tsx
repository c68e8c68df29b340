import type { Widget } from '@portico/kinds/items/home/schemas';
import { ErrorState } from '@portico/ui/ErrorState';
import { IconButton } from '@portico/ui/IconButton';
import { Sheet } from '@portico/ui/Sheet';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery, useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import CalendarDays from 'lucide-react/icons/calendar-days';
import ListTodo from 'lucide-react/icons/list-todo';
import { use, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { t, type TextKey } from '../locale/text.ts';
import { readPersonal, writePersonal } from '../sign-in/personalStorage.ts';
import { ShellSlots } from '../kit/ShellSlots.ts';
import styles from './WidgetBar.module.css';
import { useWidgetTarget } from './widgetTarget.ts';
import { widgetsQuery } from '../api/widgets.queries.ts';

const STORED = 'widget-panel';

/**
 * Whether the widget bar is open, which the browser remembers, and whether it has widgets, which is assumed until they
 * load.
 */
export function useWidgetPanel(isPreview: boolean) {
  const [isOpen, setIsOpen] = useState(() => readPersonal(STORED) !== 'closed');
  const { data } = useQuery(widgetsQuery(isPreview));
  const target = useWidgetTarget();
  // Not stored: the browser remembers only what the user chose with the switch.
  useEffect(() => {
    if (target) setIsOpen(true);
  }, [target]);
  return {
    isOpen,
    hasWidgets: data?.widgets.length !== 0,
    onChange: (opens: boolean) => {
      setIsOpen(opens);
      writePersonal(STORED, opens ? 'open' : 'closed');
    },
  };
}

/** The bar next to the page. It reserves its space while the widgets load. Source: spec §2 Layouts. */
export function WidgetBar({ isPreview }: { isPreview: boolean }) {
  const { data, isError, refetch, isFetching } = useQuery(widgetsQuery(isPreview));
  const isTheirTurn = useDeferUntilPageLoads();
  return (
    <aside className={styles.bar} aria-label={t('widgets.bar')} aria-busy={!data && !isError} data-print="hidden">
      {data?.widgets.map((widget) => (
        <section key={widget.id} className={styles.widget} aria-labelledby={`widget-${widget.id}`}>
          <h2 id={`widget-${widget.id}`} className={styles.title}>
            {widget.title}
          </h2>
          {isTheirTurn ? <Content widget={widget} /> : <Skeleton shape="box" height="20rem" />}
        </section>
      ))}
      {!data &&
        (isError ? (
          <ErrorState
            size="compact"
            title={t('widgets.notLoaded')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Skeleton shape="box" height="24rem" />
        ))}
    </aside>
  );
}

const icons: Record<Widget['kind'], ComponentType<{ 'aria-hidden': 'true' }>> = {
  EventsCalendar: CalendarDays,
  Todo: ListTodo,
};

/** Short labels for the text under the icons, which have no tooltip. */
const shortNames: Record<Widget['kind'], TextKey> = {
  EventsCalendar: 'widgets.calendarShort',
  Todo: 'widgets.todoShort',
};

/** Contains the text under the icon, by which people with speech input call the button (WCAG 2.5.3). */
function buttonName({ kind, title }: Widget): string {
  const short = t(shortNames[kind]);
  return title.toLowerCase().includes(short.toLowerCase()) ? title : t('widgets.buttonName', { short, title });
}

/** For narrow windows: a button for each widget, which opens it over the page. */
export function WidgetButtons({ isPreview }: { isPreview: boolean }) {
  const { data } = useQuery(widgetsQuery(isPreview));
  const path = useRouterState({ select: (state) => state.location.pathname });
  // Following a link of the widget closes it.
  const [opened, setOpened] = useState<{ id: string; path: string }>();
  const openId = opened?.path === path ? opened.id : undefined;
  const open = (id: string | undefined) => setOpened(id === undefined ? undefined : { id, path });
  const target = useWidgetTarget();
  const openKind = useEffectEvent((kind: Widget['kind']) =>
    open(data?.widgets.find((widget) => widget.kind === kind)?.id),
  );
  useEffect(() => {
    if (target) openKind(target.kind);
  }, [target]);
  return data?.widgets.map((widget) => {
    const Icon = icons[widget.kind];
    return (
      <div key={widget.id} className={styles.button}>
        <IconButton
          label={buttonName(widget)}
          icon={<Icon aria-hidden="true" />}
          className={styles.labeled}
          hasTooltip={false}
          aria-haspopup="dialog"
          aria-expanded={openId === widget.id}
          onPress={() => open(widget.id)}
        >
          <span className={styles.label}>{t(shortNames[widget.kind])}</span>
        </IconButton>
        <Sheet
          title={widget.title}
          isOpen={openId === widget.id}
          onOpenChange={(opens) => open(opens ? widget.id : undefined)}
        >
          <div className={styles.sheet}>
            <Content widget={widget} />
          </div>
        </Sheet>
      </div>
    );
  });
}

function Content({ widget }: { widget: Widget }) {
  const { WidgetView } = use(ShellSlots);
  return WidgetView && <WidgetView kind={widget.kind} />;
}

/** Content next to a page waits at most this long for the page. */
const MAX_WAIT_MS = 5000;
/** A page that was just rendered may start its calls a moment later. */
const SETTLED_MS = 200;

/**
 * False until the visible page has loaded its data. On a slow connection, content next to the page would compete with
 * it for bandwidth.
 */
function useDeferUntilPageLoads(): boolean {
  const [isOver, setIsOver] = useState(false);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const isFetching = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'widgets' }) > 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => setIsOver(true), isLoading || isFetching ? MAX_WAIT_MS : SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isOver, isLoading, isFetching]);
  return isOver;
}
