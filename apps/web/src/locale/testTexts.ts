import { builtInTexts } from './builtInTexts.ts';
import { addTexts, type BundleName } from './text.ts';

// Every component test starts with all texts loaded.
for (const [name, texts] of Object.entries(builtInTexts)) addTexts(name as BundleName, texts);
