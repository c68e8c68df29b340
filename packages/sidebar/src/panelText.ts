import { builtInTexts } from '@portico/ui/findText';
import sidebar from '../../../apps/web/public/locales/en/sidebar.json';
import panels from '../../../apps/web/public/locales/en/sidebarPanels.json';

/** A text of what the sidebar loads on demand: panels, pop-ups, and the offer to remember the browser. */
export const t = builtInTexts({ ...sidebar, ...panels });
