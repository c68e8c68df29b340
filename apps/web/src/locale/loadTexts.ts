import { chosenLocale } from './locales.ts';
import { addTexts, type Bundle, type BundleName } from './text.ts';

/** The page waits no longer for its texts. */
const TIMEOUT_MS = 8_000;

/** Fetches the texts of the chosen language. A bundle that does not come is told on the console, and built-in English stands in for it. Source: spec §7, §8. */
export async function loadTexts(): Promise<void> {
  const { code, files } = chosenLocale();
  await Promise.all(
    files.map(async (name) => {
      try {
        addTexts(name, await fetchBundle(`/locales/${code}/${name}.json`));
      } catch (error) {
        console.error(`The texts ${code}/${name} could not be loaded.`, error); // oxlint-disable-line no-console -- the specification asks for it
        await standIn(name);
      }
    }),
  );
}

async function fetchBundle(address: string): Promise<Bundle> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  const bundle: unknown = await response.json();
  if (!isBundle(bundle)) throw new Error(`${address} holds no texts.`);
  return bundle;
}

const isBundle = (value: unknown): value is Bundle =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string');

async function standIn(name: BundleName): Promise<void> {
  // When not even this comes, keys stand in the places of words: still better than an empty page.
  const builtIn = await import('./builtInTexts.ts').catch(() => undefined);
  if (builtIn) addTexts(name, builtIn.builtInTexts[name]);
}
