const MAX_KEY_LENGTH = 200;
/**
 * Lowercase letters, digits and `_ . -` between slashes, no segment starting with a dot: no key leaves the folder or is
 * hidden in it.
 */
const KEY = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/** Throws TypeError on a malformed key. */
export function assertKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key))
    throw new TypeError(`Not a key of the object store: ${JSON.stringify(key)}`);
}
