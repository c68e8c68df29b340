import type { Slots } from '@portico/kinds/page/ContentSlots';
import { ConfirmationFrame } from '@portico/kinds/page/ConfirmationFrame';
import { ReadableChecklist } from '@portico/kinds/page/ReadableChecklist';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense, type ComponentType } from 'react';
import { t } from './locale/text.ts';
import { withTexts } from './locale/loadTexts.ts';
import { isChunkError, reloadOnce } from './routing/loadPage.ts';
import { browser } from './sign-in/browser.ts';

interface Props<Component> {
  component: Component;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

/** An interactive component of content, whose code loads when a page contains it; `Waiting` shows until then. */
function slot<Component>(
  load: () => Promise<ComponentType<Props<Component>>>,
  Waiting: ComponentType<Props<Component>>,
) {
  const Loaded: ComponentType<Props<Component>> = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      // The page is about to reload; keep showing the placeholder until then.
      if (isChunkError(error) && reloadOnce()) return await new Promise<never>(() => {});
      return { default: NotLoaded };
    }
  });
  return function Slot(props: Props<Component>) {
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

function NotLoaded() {
  return (
    <ErrorState size="compact" headingLevel={3} title={t('shared.partNotLoaded')} onRetry={() => browser.reload()} />
  );
}

const loadFormEntry = withTexts(['forms'], () => import('./features/forms/entry/FormEntry.tsx'));

const loadConfirmation = withTexts(['duties'], () => import('./features/duties/PersonalConfirmation.tsx'));

/** The interactive components of the portal's content. `slots.tsx` provides them around all pages. */
export const contentSlots = {
  Form: slot(
    async () => (await loadFormEntry()).FormEntry,
    () => <Skeleton shape="box" height="32rem" />,
  ),
  Checklist: slot(
    async () => (await import('./features/checklists/PersonalChecklist.tsx')).PersonalChecklist,
    (props) => <ReadableChecklist {...props} hasProgress />,
  ),
  Confirmation: slot(
    async () => (await loadConfirmation()).PersonalConfirmation,
    ({ component }) => <ConfirmationFrame component={component} />,
  ),
} satisfies Slots;
