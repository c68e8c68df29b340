import { ContentSlots, type Slots } from '@portico/content/ContentSlots';
import { FormBlock } from '@portico/content/FormBlock';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton } from '@portico/ui/Skeleton';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, type ComponentType } from 'react';
import { isChunkError, reloadOnce } from './shell/loadPage.ts';
import { browser } from './sign-in/browser.ts';

interface Props<Component> {
  component: Component;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

/**
 * A component of content that people work with. Its code comes when a page has one. Previews show it to read, as `Readable`
 * does where there is no slot: a draft takes nothing.
 */
function slot<Component>(load: () => Promise<ComponentType<Props<Component>>>, Readable: ComponentType<{ component: Component }>, height: string) {
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
    if (isPreview) return <ContentSlots value={{}}><Readable component={props.component} /></ContentSlots>;
    return <Suspense fallback={<Skeleton shape="box" height={height} />}><Loaded {...props} /></Suspense>;
  };
}

function NotLoaded() {
  return <ErrorState size="compact" headingLevel={3} title="This part of the page could not be loaded" onRetry={() => browser.reload()} />;
}

/** What the portal makes of forms and the like in content. Given once, around its pages. */
export const contentSlots: Slots = {
  Form: slot(async () => (await import('./features/forms/FormEntry.tsx')).FormEntry, FormBlock, '32rem'),
};
