import { NO_STYLE, type RtfStyle } from './rtfBlocks.ts';
import { CHARSETS } from './rtfCharacters.ts';

/** The code pages of the fonts. */
export class FontTable {
  readonly #codePages = new Map<number, number>();
  #font = 0;

  /** Takes a control word of the table. */
  take(name: string, parameter: number | undefined): void {
    if (name === 'f') this.#font = parameter ?? 0;
    if (name === 'fcharset') this.#codePages.set(this.#font, CHARSETS[parameter ?? 0] ?? 0);
    if (name === 'cpg') this.#codePages.set(this.#font, parameter ?? 0);
  }

  /** 0 or undefined if the font has none. */
  codePageOf(font: number): number | undefined {
    return this.#codePages.get(font);
  }
}

/** The paragraph styles. The number of a style is known before its name, which ends with its group. */
export class StyleTable {
  readonly #styles = new Map<number, RtfStyle>();
  #style: { number: number; outline: number | undefined; name: string } | undefined;

  /** Takes a control word of the style sheet. Returns whether its group is a style. */
  take(name: string, parameter: number | undefined): boolean {
    if (name === 's') this.#style = { number: parameter ?? 0, outline: undefined, name: '' };
    if (name === 'outlinelevel' && this.#style) this.#style.outline = parameter ?? 0;
    return name === 's';
  }

  addName(text: string): void {
    if (this.#style) this.#style.name += text;
  }

  /** Ends the group of a style. */
  end(): void {
    if (!this.#style) return;
    const { number, outline, name } = this.#style;
    const [, level] = /^heading (\d)/i.exec(name.trim()) ?? [];
    const named = level === undefined ? (/^title;?$/i.test(name.trim()) ? 1 : undefined) : Number(level);
    this.#styles.set(number, {
      heading: named ?? (outline === undefined || outline > 8 ? undefined : outline + 1),
      isQuote: /^(?:(?:intense )?quote|quotations)(?:[,;]|$)/i.test(name.trim()),
    });
    this.#style = undefined;
  }

  find(number: number): RtfStyle {
    return this.#styles.get(number) ?? NO_STYLE;
  }
}
