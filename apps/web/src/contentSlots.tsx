import { ContentSlots, type Slots } from '@portico/content/ContentSlots';
import { FormBlock } from '@portico/content/FormBlock';
import { ReadableChecklist } from '@portico/content/ReadableChecklist';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton } from '@portico/ui/Skeleton';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { t } from './locale/text.ts';
import { withTexts } from './locale/loadTexts.ts';
import { isChunkError, reloadOnce } from './routing/loadPage.ts';
import { browser } from './sign-in/browser.ts';

interface Props<Component> {
  component: Component;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

/**
 * A component of content that people work with. Its code comes when a page has one. Previews show it to read, as `Readable`
 * does where there is no slot: a draft takes nothing. `Waiting` keeps the place.
 */
function slot<Component>(
  load: () => Promise<ComponentType<Props<Component>>>,
  Readable: ComponentType<Props<Component>>,
  Waiting: ComponentType<Props<Component>>,
) {
  const Loaded: ComponentType<Props<Component>> = lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      // The page goes in a moment; until then the place stays as it is.
      if (isChunkError(error) && reloadOnce()) return await new Promise<never>(() => {});
      return { default: NotLoaded };
    }
  });
  return function Slot(props: Props<Component>) {
    const isPreview = useLocation({ select: ({ pathname }) => pathname.endsWith('/preview') });
    if (isPreview)
      return (
        <ContentSlots value={{}}>
          <Readable {...props} />
        </ContentSlots>
      );
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

/** What the portal makes of forms and the like in content. Given once, around its pages. */
export const contentSlots: Slots = {
  Form: slot(
    async () => (await loadFormEntry()).FormEntry,
    FormBlock,
    () => <Skeleton shape="box" height="32rem" />,
  ),
  Checklist: slot(
    async () => (await import('./features/checklists/PersonalChecklist.tsx')).PersonalChecklist,
    ReadableChecklist,
    (props) => <ReadableChecklist {...props} hasProgress />,
  ),
};
