import { ContentSlots } from '@portico/content/ContentSlots';
import { lazy, type ReactNode } from 'react';
import { contentSlots } from './contentSlots.tsx';
import { WidgetView } from './features/widgets/WidgetView.tsx';
import { ShellSlots, type Slots } from './kit/ShellSlots.ts';

const slots: Slots = {
  WidgetView,
  AddTask: lazy(() =>
    import('./features/todo/AddTaskButton.tsx').then((module) => ({ default: module.AddTaskButton })),
  ),
};

/** What features give to the pages and the shell, which know no feature. Around the whole portal. */
export function PortalSlots({ children }: { children?: ReactNode }) {
  return (
    <ContentSlots value={contentSlots}>
      <ShellSlots value={slots}>{children}</ShellSlots>
    </ContentSlots>
  );
}
