import type { PersonalStorage } from '@portico/client/personalStorage';
import { useEffect, useState } from 'react';

const NAME = 'favorite-applications';

function readFavorites(storage: PersonalStorage): string[] {
  const stored = storage.read(NAME);
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
}

/** Names of the applications that the user starred in this browser, and a function that toggles one. */
export function useFavorites(
  storage: PersonalStorage,
): [readonly string[], (name: string, isFavorite: boolean) => void] {
  const [names, setNames] = useState(() => readFavorites(storage));
  useEffect(() => storage.onChange(NAME, () => setNames(readFavorites(storage))), [storage]);
  const change = (name: string, isFavorite: boolean) => {
    const others = readFavorites(storage).filter((one) => one !== name);
    const next = isFavorite ? [...others, name] : others;
    storage.write(NAME, next);
    setNames(next);
  };
  return [names, change];
}
