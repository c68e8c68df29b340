import type { AsyncRouteComponent } from '@tanstack/react-router';
import { createElement, type ComponentType } from 'react';
import { browser } from '../sign-in/browser.ts';

export interface PageModule {
  Page: ComponentType;
}

const RELOADED_AT_KEY = 'portico.reloaded-at';
/** A second failure within this time shows the error instead of reloading again. Source: spec §4, new build. */
const RELOAD_GUARD_MS = 10_000;

/**
 * A page as a component whose code loads on demand: `preload()` fetches it once. Code that can't be fetched, because a
 * newer build replaced it, reloads the document once.
 */
export function loadPage(load: () => Promise<PageModule>): AsyncRouteComponent<object> {
  let loaded: PageModule | undefined;
  let loading: Promise<void> | undefined;

  const preload = (): Promise<void> => {
    loading ??= load().then(
      (module) => {
        loaded = module;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function LoadedPage() {
    // The router calls preload() before it renders the page.
    return loaded ? createElement(loaded.Page) : null;
  }
  return Object.assign(LoadedPage, { preload });
}

/** True if `error` means that one of our code files could not be fetched. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload/i.test(error.message)
  );
}

/** Reloads the document for a newer build, unless it did a moment ago. Returns whether it reloads. */
export function reloadOnce(now: number = Date.now()): boolean {
  try {
    if (now - Number(sessionStorage.getItem(RELOADED_AT_KEY)) < RELOAD_GUARD_MS) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(now));
  } catch {
    // Without storage there is no guard, so no reload either.
    return false;
  }
  browser.reload();
  return true;
}
