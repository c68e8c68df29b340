import Info from 'lucide-react/icons/info';
import Lightbulb from 'lucide-react/icons/lightbulb';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CalloutKind } from './shape.ts';

/** The icon of each kind of callout. */
export const calloutIcons: Record<CalloutKind, typeof Info> = {
  Tip: Lightbulb,
  Info,
  Note: NotebookPen,
  Warning: TriangleAlert,
};
