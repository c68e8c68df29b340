import { builtInTexts } from './builtInTexts.ts';
import { addTexts, type BundleName } from './text.ts';

// Before every component test: the texts are there, as they are before the first page is drawn.
for (const [name, texts] of Object.entries(builtInTexts)) addTexts(name as BundleName, texts);
