import { ContentSlots } from '@portico/content/ContentSlots';
import { lazy, type ReactNode } from 'react';
import { contentSlots } from './contentSlots.tsx';
import { ShellParts, type Parts } from './shell/ShellParts.ts';

const parts: Parts = {
  WidgetView: lazy(() => import('./features/widgets/WidgetView.tsx')),
};

/** What features give to the pages and the shell, which know no feature. Around the whole portal; each part comes when it is first needed. */
export function PortalParts({ children }: { children?: ReactNode }) {
  return <ContentSlots value={contentSlots}><ShellParts value={parts}>{children}</ShellParts></ContentSlots>;
}
