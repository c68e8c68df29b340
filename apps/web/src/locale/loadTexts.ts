import type { Texts } from '@portico/ui/findText';
import { chosenLocale } from './locales.ts';
import { addTexts, type BundleName, type FeatureBundleName, hasTexts } from './text.ts';

/** How long a page waits for its texts before it falls back to the built-in ones. */
const TIMEOUT_MS = 8_000;

/** Fetches the texts that every page needs. Never fails; see `loadBundle`. Source: spec §7. */
export async function loadStartTexts(): Promise<void> {
  await Promise.all(chosenLocale().files.map(loadBundle));
}

/**
 * Loads code and its texts in parallel: `withTexts(['forms'], () => import('./FormsPage.tsx'))`. Fails only if the code
 * can't be loaded.
 */
export function withTexts<Module>(
  names: readonly FeatureBundleName[],
  load: () => Promise<Module>,
): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), ...names.map(loadOnce)]);
    return module;
  };
}

const loading = new Map<BundleName, Promise<void>>();

async function loadOnce(name: FeatureBundleName): Promise<void> {
  if (hasTexts(name)) return;
  const started = loading.get(name) ?? loadBundle(name).finally(() => loading.delete(name));
  loading.set(name, started);
  await started;
}

/** A bundle that can't be loaded is reported on the console and replaced by its built-in copy. Source: spec §8. */
async function loadBundle(name: BundleName): Promise<void> {
  const { code } = chosenLocale();
  try {
    addTexts(name, await fetchBundle(`/locales/${code}/${name}.json`));
  } catch (error) {
    console.error(`The texts ${code}/${name} could not be loaded.`, error); // oxlint-disable-line no-console -- the specification requires it
    await addBuiltInTexts(name);
  }
}

async function fetchBundle(address: string): Promise<Texts> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}.`);
  const bundle: unknown = await response.json();
  if (!isBundle(bundle)) throw new Error(`${address} is not a bundle of texts.`);
  return bundle;
}

const isBundle = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

async function addBuiltInTexts(name: BundleName): Promise<void> {
  // If these can't be loaded either, the page shows keys, which is still better than an empty page.
  const builtIn = await import('./builtInTexts.ts').catch(() => undefined);
  if (builtIn) addTexts(name, builtIn.builtInTexts[name]);
}
