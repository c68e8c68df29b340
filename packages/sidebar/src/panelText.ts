import { builtInTexts } from '@portico/ui/findText';
import sidebar from '../../../apps/web/public/locales/en/sidebar.json';
import panels from '../../../apps/web/public/locales/en/sidebarPanels.json';

/** Looks up a text of the parts that load on demand: panels, pop-ups, and the offer to remember the browser. */
export const t = builtInTexts({ ...sidebar, ...panels });
