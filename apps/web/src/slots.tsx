import { ContentSlots, type Slots as InteractiveContent } from '@portico/kinds/page/ContentSlots';
import { PageContext } from '@portico/kinds/page/PageContext';
import type { ContentComponent } from '@portico/kinds/content';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense, use, type ComponentProps, type ReactNode } from 'react';
import { AddTaskAction } from './features/todo/AddTaskAction.tsx';
import { WidgetView } from './features/widgets/WidgetView.tsx';
import { ShellSlots, type Slots } from './kit/ShellSlots.ts';

const slots: Slots = {
  WidgetView,
  ItemAction: AddTaskAction,
};

// Not part of the initial load: `preparations.ts` loads this code together with pages that have content.
const Form = lazy(async () => ({ default: (await import('./contentSlots.tsx')).contentSlots.Form }));
const Checklist = lazy(async () => ({ default: (await import('./contentSlots.tsx')).contentSlots.Checklist }));
const Confirmation = lazy(async () => ({ default: (await import('./contentSlots.tsx')).contentSlots.Confirmation }));

/** Reserves the space of a component that is loading, with its anchor, because the address may point to it. */
function Waiting({ component, height }: { component: ContentComponent; height: string }) {
  const anchor = use(PageContext).anchorOf(component);
  return (
    <div id={anchor}>
      <Skeleton shape="box" height={height} />
    </div>
  );
}

const interactiveContent: InteractiveContent = {
  Form: (props: ComponentProps<typeof Form>) => (
    <Suspense fallback={<Waiting component={props.component} height="32rem" />}>
      <Form {...props} />
    </Suspense>
  ),
  Checklist: (props: ComponentProps<typeof Checklist>) => (
    <Suspense fallback={<Waiting component={props.component} height="16rem" />}>
      <Checklist {...props} />
    </Suspense>
  ),
  Confirmation: (props: ComponentProps<typeof Confirmation>) => (
    <Suspense fallback={<Waiting component={props.component} height="10rem" />}>
      <Confirmation {...props} />
    </Suspense>
  ),
};

/** Provides the components of features to pages and the shell, which know no feature. Wraps the whole portal. */
export function PortalSlots({ children }: { children?: ReactNode }) {
  return (
    <ContentSlots value={interactiveContent}>
      <ShellSlots value={slots}>{children}</ShellSlots>
    </ContentSlots>
  );
}
