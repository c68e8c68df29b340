import { builtInTexts } from '@portico/ui/findText';
import sidebar from '../../../apps/web/public/locales/en/sidebar.json';

/**
 * Looks up a text of the sidebar's frame; `panelText.ts` has the others. Built in, because foreign pages have no loader
 * for texts. Source: docs/decisions/0050.
 */
export const t = builtInTexts(sidebar);
