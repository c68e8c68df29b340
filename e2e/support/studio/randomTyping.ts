import { expect, type Locator, type Page } from '@playwright/test';
import { frames } from './studio.ts';

/** A generator of numbers from 0 to 1 that repeats for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Unique words such as `A12z`: the writer's name and a number. */
const WORD = /[A-Z]\d+z/g;
export const wordsIn = (text: string): Set<string> => new Set(text.match(WORD) ?? []);

/** Whether a text has a word in two pieces: the other editor moved its start by a split while it was typed. */
export function isCutIn(word: string, text: string): boolean {
  const pieces = new Set(text.split(/[^A-Za-z0-9]+/));
  return [...word].some((_, at) => at > 0 && pieces.has(word.slice(0, at)) && pieces.has(word.slice(at)));
}

export const conflictPanels = (page: Page): Locator =>
  page.getByRole('region', { name: /changed this at the same time/ });

/** After this long, a press that has not worked looks again whether there is still something to press. */
const LOOK_AGAIN_MS = 1000;

/**
 * Chooses this editor's version. A press within a second after a version has changed is not accepted, so the button is
 * pressed until the panel is gone.
 */
export async function chooseOwn(panel: Locator): Promise<void> {
  await expect(async () => {
    if ((await panel.count()) > 0)
      await panel.getByRole('button', { name: 'Use your version' }).click({ timeout: LOOK_AGAIN_MS });
    expect(await panel.count()).toBe(0);
  }).toPass();
}

/** From the next load on, collects every word that this page's texts have ever shown. */
export async function watchWords(page: Page): Promise<() => Promise<Set<string>>> {
  await page.addInitScript((pattern) => {
    const seen = new Set<string>();
    Object.assign(window, { seenWords: seen });
    const look = () => {
      for (const text of document.querySelectorAll('[data-block-id] [role=textbox]'))
        for (const word of text.textContent.match(new RegExp(pattern, 'g')) ?? []) seen.add(word);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    const note = () => {
      const text = document.querySelector('main')?.textContent ?? '';
      Object.assign(window, { wordsAtInput: text.match(new RegExp(pattern, 'g')) ?? [] });
    };
    for (const input of ['keydown', 'click']) addEventListener(input, note, { capture: true });
  }, WORD.source);
  return async () => new Set(await page.evaluate(() => [...(Reflect.get(window, 'seenWords') as Set<string>)]));
}

/** What the page showed when the last key or button was pressed; the other editor's words can arrive at any moment. */
const wordsAtInput = (page: Page): Promise<string[]> =>
  page.evaluate(() => Reflect.get(window, 'wordsAtInput') as string[]);

const shownWords = async (page: Page): Promise<Set<string>> => wordsIn(await page.getByRole('main').innerText());

/** A busy page may render a change only with its next frame. */
const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))));

/** An editor who writes, inserts, splits, moves, removes and undoes at random. */
export class RandomEditor {
  /** Words that were removed on purpose: by removing their component, by undo, or by the choice in a conflict. */
  readonly removed = new Set<string>();
  /** All words that this editor has typed. Where two write at one place, others can be seen for a moment. */
  readonly typed = new Set<string>();
  private readonly page: Page;
  private readonly name: string;
  private readonly random: () => number;
  private count = 0;

  /** `name` is a capital letter that all words of this editor begin with. */
  constructor(page: Page, name: string, random: () => number) {
    this.page = page;
    this.name = name;
    this.random = random;
  }

  async writeUntil(end: number): Promise<void> {
    while (Date.now() < end) await this.act();
  }

  private async act(): Promise<void> {
    const dice = this.random();
    if (!(await this.enterText())) return;
    const { keyboard } = this.page;
    await keyboard.press('Control+End');
    if (dice < 0.06) await this.removing(() => keyboard.press('Control+z'));
    else if (dice < 0.09) await this.removing(() => this.onFrame('Delete'));
    else if (dice < 0.14) await this.onFrame(this.random() < 0.5 ? 'Alt+ArrowUp' : 'Alt+ArrowDown');
    else if (dice < 0.18) await this.removing(() => this.chooseInConflict());
    else {
      if (dice < 0.3) await keyboard.press('Enter');
      // A letter of the other one that arrives in between moves the caret into a word.
      else if (dice < 0.36) await this.removing(() => this.split());
      this.count += 1;
      const word = `${this.name}${this.count}z`;
      this.typed.add(word);
      await keyboard.type(` ${word} `);
    }
  }

  /** Puts the caret into a random text. Returns false if there is none. */
  private enterText(): Promise<boolean> {
    return this.page.evaluate((at) => {
      const texts = [...document.querySelectorAll<HTMLElement>('[data-block-id] [role=textbox]')];
      const text = texts[Math.floor(at * texts.length)];
      text?.focus();
      return text !== undefined;
    }, this.random());
  }

  private async onFrame(keys: string): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press(keys);
  }

  /** Splits a text between two words, so that no word is cut. */
  private async split(): Promise<void> {
    await this.page.keyboard.press('Control+ArrowLeft');
    await this.page.keyboard.press('Enter');
  }

  private async chooseInConflict(): Promise<void> {
    const panel = conflictPanels(this.page).first();
    if ((await panel.count()) === 0) return;
    const button = panel.getByRole('button').nth(this.random() < 0.5 ? 0 : 1);
    await button.click({ timeout: 1000 }).catch(() => {});
  }

  /** Does something that removes words, and records which. */
  private async removing(step: () => Promise<void>): Promise<void> {
    await nextFrames(this.page);
    await step();
    const before = await wordsAtInput(this.page);
    await nextFrames(this.page);
    const after = await shownWords(this.page);
    for (const word of before) if (!after.has(word)) this.removed.add(word);
  }
}

/** Resolves every conflict on a page with the own version, and returns all words that were offered. */
export async function chooseOwnEverywhere(page: Page): Promise<Set<string>> {
  const offered = new Set<string>();
  const panels = conflictPanels(page);
  for (let count = await panels.count(); count > 0; count = await panels.count()) {
    const text = await panels.first().innerText();
    for (const word of wordsIn(text)) offered.add(word);
    await panels.first().getByRole('button').last().click();
    // Another conflict can appear in the same place with the same words.
    await expect
      .poll(async () => (await panels.count()) !== count || (await panels.first().innerText()) !== text, {
        timeout: 2000,
      })
      .toBe(true)
      .catch(() => {});
  }
  return offered;
}

export const orderOf = (page: Page): Promise<string[]> =>
  frames(page).evaluateAll((all) => all.map((frame) => frame.getAttribute('data-block-id')!));
